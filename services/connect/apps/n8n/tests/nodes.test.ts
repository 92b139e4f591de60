import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, it } from 'node:test';
import nock from 'nock';
import { Plotline } from '../nodes/Plotline/Plotline.node.ts';
import { PlotlineTrigger } from '../nodes/Plotline/PlotlineTrigger.node.ts';
import { callAs, createContext } from './fake-n8n';

const requireFrom = createRequire(__filename);
const manifest: { n8n: { nodes: string[]; credentials: string[] } } = requireFrom('../package.json');
const api = () => nock('https://api.plotline.example', { reqheaders: { authorization: 'Bearer pl_live_example' } });
const { execute } = new Plotline();
const { webhookMethods, webhook } = new PlotlineTrigger();
const { checkExists, create, delete: remove } = webhookMethods.default;

beforeEach(() => nock.disableNetConnect());
afterEach(() => {
  const pending = nock.pendingMocks();
  nock.cleanAll();
  assert.deepEqual(pending, [], 'every expected request was sent');
});

describe('the package', () => {
  it('has a built class in each file that it names', () => {
    for (const file of [...manifest.n8n.nodes, ...manifest.n8n.credentials]) {
      const name = /(\w+)\.(?:node|credentials)\.js$/.exec(file)?.[1] ?? '';
      const Built = requireFrom(`../${file}`)[name];
      assert.ok(new Built(), file);
    }
  });
});

describe('the node', () => {
  const run = (parameters: Readonly<Record<string, unknown>>, more = {}) =>
    callAs(createContext(parameters, more), execute);

  it('creates a lead, or returns the one that is known', async () => {
    const body = { name: 'Noor', email: 'noor@example.com', source: 'portal' };
    api()
      .post('/v1/leads', body)
      .query({ on_duplicate: 'return' })
      .reply(201, { success: true, data: { id: 'lead_1' } });
    const additionalFields = { source: 'portal', phone: '' };
    const found = await run({
      resource: 'lead',
      operation: 'create',
      name: 'Noor',
      email: 'noor@example.com',
      additionalFields,
    });
    assert.deepEqual(found, [[{ json: { id: 'lead_1' }, pairedItem: { item: 0 } }]]);
  });

  it('finds only leads with exactly the email', async () => {
    const data = [
      { id: 'lead_1', email: 'a.noor@example.com' },
      { id: 'lead_2', email: 'Noor@example.com' },
    ];
    const query = { search: 'noor@example.com', per_page: '20', sort: 'created_at', order: 'asc' };
    api().get('/v1/leads').query(query).reply(200, { success: true, data });
    const found = await run({ resource: 'lead', operation: 'find', email: 'noor@example.com' });
    assert.deepEqual(found, [[{ json: data[1], pairedItem: { item: 0 } }]]);
  });

  it('moves a lead, adds a note and holds a unit', async () => {
    const reply = { success: true, data: { id: 'x' } };
    api().post('/v1/leads/lead_1/stage', { stage: 'viewing' }).reply(200, reply);
    api().post('/v1/leads/lead_1/notes', { content: 'Rang.' }).reply(201, reply);
    api().post('/v1/holds', { unit_id: 'unit_1', lead_id: 'lead_1', queue: true }).reply(201, reply);
    await run({ resource: 'lead', operation: 'move', leadId: 'lead_1', stage: 'viewing' });
    await run({ resource: 'lead', operation: 'addNote', leadId: 'lead_1', content: 'Rang.' });
    await run({ resource: 'hold', operation: 'create', unitId: 'unit_1', leadId: 'lead_1', queue: true });
  });

  it('fails with the words of the API, or continues with them if the workflow wants that', async () => {
    const error = {
      code: 'VALIDATION_ERROR',
      message: 'Wrong.',
      details: [{ field: 'lead_id', message: 'is unknown' }],
    };
    api().post('/v1/holds').times(2).reply(422, { success: false, error });
    const parameters = { resource: 'hold', operation: 'create', unitId: 'unit_1', leadId: 'lead_9', queue: false };
    await assert.rejects(run(parameters), /Wrong\. lead_id: is unknown/);
    const found = await run(parameters, { continueOnFail: () => true });
    assert.deepEqual(found, [[{ json: { error: 'Wrong. lead_id: is unknown' }, pairedItem: { item: 0 } }]]);
  });
});

describe('the trigger', () => {
  const url = 'https://n8n.example/webhook/1';

  it('creates its webhook once, and deletes it', async () => {
    const context = createContext({ events: ['lead.*'] });
    assert.equal(await callAs(context, checkExists), false);
    api()
      .post('/v1/webhooks', { url, events: ['lead.*'] })
      .reply(201, { data: { id: 'wh_1', secret: 'whsec_1' } });
    assert.equal(await callAs(context, create), true);
    assert.deepEqual(context.staticData, { webhookId: 'wh_1', secret: 'whsec_1' });
    api()
      .get('/v1/webhooks')
      .query({ per_page: '100' })
      .reply(200, { data: [{ id: 'wh_1', url, active: true }] });
    assert.equal(await callAs(context, checkExists), true);
    api().delete('/v1/webhooks/wh_1').reply(204);
    assert.equal(await callAs(context, remove), true);
    assert.deepEqual(context.staticData, {});
  });

  it('activates its webhook again when Plotline has disabled it', async () => {
    const context = createContext({ events: ['lead.*'] });
    context.staticData['webhookId'] = 'wh_1';
    api()
      .get('/v1/webhooks')
      .query({ per_page: '100' })
      .reply(200, { data: [{ id: 'wh_1', url, active: false }] });
    api()
      .put('/v1/webhooks/wh_1', { active: true })
      .reply(200, { data: { id: 'wh_1' } });
    assert.equal(await callAs(context, checkExists), true);
  });

  it('starts with a signed event, and answers 401 to a forged or an old one', async () => {
    const event = { id: 'evt_1', event: 'lead.created', data: { id: 'lead_1' } };
    const rawBody = Buffer.from(JSON.stringify(event));
    const deliver = async (timestamp: number, key: string) => {
      const signature = createHmac('sha256', key).update(`${timestamp}.`).update(rawBody).digest('hex');
      const headers = { 'x-service-timestamp': String(timestamp), 'x-service-signature': `sha256=${signature}` };
      const statuses: number[] = [];
      const response = { status: (code: number) => ({ json: () => statuses.push(code) }) };
      const context = createContext(
        {},
        {
          getRequestObject: () => ({ rawBody }),
          getResponseObject: () => response,
          getHeaderData: () => headers,
          getBodyData: () => event,
        },
      );
      context.staticData['secret'] = 'whsec_1';
      return { answer: await callAs(context, webhook), statuses };
    };
    const now = Math.floor(Date.now() / 1_000);
    assert.deepEqual(await deliver(now, 'whsec_1'), { answer: { workflowData: [[{ json: event }]] }, statuses: [] });
    const refused = { answer: { noWebhookResponse: true }, statuses: [401] };
    assert.deepEqual(await deliver(now, 'whsec_2'), refused);
    assert.deepEqual(await deliver(now - 900, 'whsec_1'), refused);
  });
});
