import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { createAppTester } from 'zapier-platform-core';
import app from '../src/index.js';
import { findPerform } from './find-perform.js';

const { PLOTLINE_URL: base_url = '', PLOTLINE_KEY: api_key = '' } = process.env;
const authData = { base_url, api_key };
const run = createAppTester(app);

interface Delivery {
  readonly headers: Record<string, string>;
  readonly content: string;
}

/** Reads a delivery in the form in which Zapier passes it to the app. */
async function readDelivery(request: IncomingMessage): Promise<Delivery> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const headers = Object.entries(request.headers).map(([name, value]) => [`Http-${name}`, String(value)] as const);
  return { headers: Object.fromEntries(headers), content: Buffer.concat(chunks).toString() };
}

/** Runs only if the environment names a running system. Plotline's nightly tests do so. */
describe('the Zapier app with a running Plotline', { skip: base_url === '' }, () => {
  const server = createServer();
  let targetUrl = '';

  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    targetUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  });
  after(() => server.close());

  it('starts a Zap once with a lead that another step creates, and finds the lead', async () => {
    const subscribed: object = await run(findPerform('triggers.lead_created.operation.performSubscribe'), {
      authData,
      targetUrl,
    });
    const subscribeData = { ...subscribed, id: String(Reflect.get(subscribed, 'id')) };
    const arrival = once(server, 'request');
    const email = `zap-${Date.now()}@example.com`;
    const inputData = { name: 'Zoe Zap', email };
    const create = findPerform('creates.create_lead.operation.perform');
    const lead: object = await run(create, { authData, inputData });
    const id: unknown = Reflect.get(lead, 'id');
    assert.equal(Reflect.get(await run(create, { authData, inputData }), 'id'), id, 'a repeat adds no lead');

    const [request, response] = await arrival;
    const delivery = await readDelivery(request);
    response.end();
    const event: object = JSON.parse(delivery.content);
    const started = await run(findPerform('triggers.lead_created.operation.perform'), {
      authData,
      subscribeData,
      rawRequest: delivery,
      cleanedRequest: event,
    });
    assert.deepEqual(started, [event]);
    assert.equal(Reflect.get(Object(Reflect.get(event, 'data')), 'id'), id);

    const samples = await run(findPerform('triggers.lead_created.operation.performList'), { authData });
    assert.equal(Reflect.get(Object(Reflect.get(samples, 0)), 'event'), 'lead.created');
    assert.deepEqual(
      Reflect.get(await run(findPerform('searches.find_lead.operation.perform'), { authData, inputData }), 0)?.id,
      id,
    );

    await run(findPerform('triggers.lead_created.operation.performUnsubscribe'), { authData, subscribeData });
  });
});
