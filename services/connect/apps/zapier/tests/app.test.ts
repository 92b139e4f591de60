import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import nock from 'nock';
import { createAppTester, type ZObject } from 'zapier-platform-core';
import schema from 'zapier-platform-schema';
import app from '../src/index.js';
import { findPerform } from './find-perform.js';

const authData = { base_url: 'https://api.plotline.example/', api_key: 'pl_live_example' };
const run = createAppTester(app);
const api = () => nock('https://api.plotline.example', { reqheaders: { authorization: 'Bearer pl_live_example' } });

beforeEach(() => nock.disableNetConnect());
afterEach(() => {
  const pending = nock.pendingMocks();
  nock.cleanAll();
  assert.deepEqual(pending, [], 'every expected request was sent');
});

describe('the Zapier app', () => {
  it("is valid by Zapier's schema", () => {
    const definition: unknown = JSON.parse(
      JSON.stringify(app, (_key, value) => (typeof value === 'function' ? { source: 'return 1' } : value)),
    );
    assert.deepEqual(schema.validateAppDefinition(definition).errors.map(String), []);
  });

  it('tests a key with its webhooks, and names the host', async () => {
    api().get('/v1/webhooks').query({ per_page: '1' }).reply(200, { success: true, data: [] });
    assert.deepEqual(await run(findPerform('authentication.test'), { authData }), { host: 'api.plotline.example' });
  });

  it('explains a refused key, a limit with its wait, and a wrong field', async () => {
    const test = findPerform('authentication.test');
    const answer = (status: number, error: object, headers = {}) =>
      api().get('/v1/webhooks').query(true).reply(status, { success: false, error }, headers);
    answer(401, { code: 'UNAUTHORIZED', message: 'No.' });
    await assert.rejects(run(test, { authData }), /Plotline refused the API key/);
    answer(429, { code: 'RATE_LIMITED', message: 'Slow down.' }, { 'retry-after': '7' });
    await assert.rejects(run(test, { authData }), ({ name, message }: Error) => {
      assert.equal(name, 'ThrottledError');
      assert.equal(JSON.parse(message).delay, 7);
      return true;
    });
    answer(422, { code: 'VALIDATION_ERROR', message: 'Wrong.', details: [{ field: 'email', message: 'is taken' }] });
    await assert.rejects(run(test, { authData }), /Wrong\. email: is taken/);
    api().get('/v1/webhooks').query(true).reply(502, '<html>');
    await assert.rejects(run(test, { authData }), /status 502/);
  });

  it('sends the key to no other host', async () => {
    nock('https://evil.example', { badheaders: ['authorization'] })
      .get('/')
      .reply(200, {});
    await run((z: ZObject) => z.request('https://evil.example/'), { authData });
  });
});

describe('a trigger', () => {
  it('creates a webhook when a Zap is turned on, and deletes it when it is turned off', async () => {
    const targetUrl = 'https://hooks.zapier.com/1/2';
    api()
      .post('/v1/webhooks', { url: targetUrl, events: ['lead.created'] })
      .reply(201, { success: true, data: { id: 'wh_1', secret: 'whsec_1', url: targetUrl } });
    const subscribeData = await run(findPerform('triggers.lead_created.operation.performSubscribe'), {
      authData,
      targetUrl,
    });
    assert.deepEqual(subscribeData, { id: 'wh_1', secret: 'whsec_1' });
    api().delete('/v1/webhooks/wh_1').reply(204);
    await run(findPerform('triggers.lead_created.operation.performUnsubscribe'), {
      authData,
      subscribeData: { id: 'wh_1' },
    });
  });

  it('subscribes to a group of events', async () => {
    api()
      .post('/v1/webhooks', { url: 'https://hooks.zapier.com/3', events: ['lead.*'] })
      .reply(201, { success: true, data: { id: 'wh_2', secret: 'whsec_2' } });
    await run(findPerform('triggers.new_event.operation.performSubscribe'), {
      authData,
      targetUrl: 'https://hooks.zapier.com/3',
      inputData: { event: 'lead.*' },
    });
  });

  it('shows the newest sample of the workspace', async () => {
    const event = { id: 'evt_1', event: 'lead.won', data: { id: 'lead_1' } };
    api()
      .get('/v1/events/samples')
      .query({ types: 'lead.won' })
      .reply(200, { success: true, data: [event] });
    assert.deepEqual(await run(findPerform('triggers.lead_won.operation.performList'), { authData }), [event]);
  });

  it('passes a signed event on, and halts for a forged or an old one', async () => {
    const secret = 'whsec_9';
    const event = { id: 'evt_2', event: 'lead.created', data: { id: 'lead_2' } };
    const content = JSON.stringify(event);
    const perform = findPerform('triggers.lead_created.operation.perform');
    const deliver = (timestamp: number, key = secret) => {
      const signature = createHmac('sha256', key).update(`${timestamp}.${content}`).digest('hex');
      const headers = {
        'Http-X-Service-Timestamp': String(timestamp),
        'Http-X-Service-Signature': `sha256=${signature}`,
      };
      const subscribeData = { id: 'wh_1', secret };
      return run(perform, { authData, subscribeData, cleanedRequest: event, rawRequest: { headers, content } });
    };
    const now = Math.floor(Date.now() / 1_000);
    assert.deepEqual(await deliver(now), [event]);
    await assert.rejects(deliver(now, 'whsec_other'), /not signed by Plotline/);
    await assert.rejects(deliver(now - 900), /not signed by Plotline/);
  });
});

describe('an action', () => {
  it('creates a lead, or returns the one that is known', async () => {
    const lead = { id: 'lead_1', name: 'Noor', email: 'noor@example.com' };
    api()
      .post('/v1/leads', { name: 'Noor', email: 'noor@example.com', source: 'website', tags: ['vip'] })
      .query({ on_duplicate: 'return' })
      .reply(201, { success: true, data: lead });
    const inputData = { name: 'Noor', email: 'noor@example.com', source: 'website', phone: '', tags: ['vip'] };
    assert.deepEqual(await run(findPerform('creates.create_lead.operation.perform'), { authData, inputData }), lead);
  });

  it('moves a lead, holds a unit and adds a note', async () => {
    api()
      .post('/v1/leads/lead_1/stage', { stage: 'viewing' })
      .reply(200, { success: true, data: { id: 'lead_1' } });
    api()
      .post('/v1/holds', { unit_id: 'unit_1', lead_id: 'lead_1', queue: true })
      .reply(201, { success: true, data: { id: 'hold_1' } });
    api()
      .post('/v1/leads/lead_1/notes', { content: 'Rang.', type: 'call' })
      .reply(201, { success: true, data: { id: 'act_1' } });
    const act = (key: string, inputData: Record<string, unknown>) =>
      run(findPerform(`creates.${key}.operation.perform`), { authData, inputData });
    assert.deepEqual(await act('move_stage', { lead_id: 'lead_1', stage: 'viewing' }), { id: 'lead_1' });
    assert.deepEqual(await act('hold_unit', { unit_id: 'unit_1', lead_id: 'lead_1', queue: true }), { id: 'hold_1' });
    assert.deepEqual(await act('add_note', { lead_id: 'lead_1', content: 'Rang.', type: 'call' }), { id: 'act_1' });
  });

  it('says that a unit is held already', async () => {
    api()
      .post('/v1/holds')
      .reply(409, { success: false, error: { code: 'CONFLICT', message: 'The unit is held.' } });
    const inputData = { unit_id: 'unit_1', lead_id: 'lead_1' };
    await assert.rejects(
      run(findPerform('creates.hold_unit.operation.perform'), { authData, inputData }),
      /The unit is held/,
    );
  });
});

describe('the search', () => {
  it('finds only leads with exactly the email', async () => {
    const leads = [
      { id: 'lead_1', email: 'anna.noor@example.com' },
      { id: 'lead_2', email: 'Noor@example.com' },
    ];
    api()
      .get('/v1/leads')
      .query({ search: 'noor@example.com', per_page: '20', sort: 'created_at', order: 'asc' })
      .reply(200, { success: true, data: leads });
    const found = await run(findPerform('searches.find_lead.operation.perform'), {
      authData,
      inputData: { email: 'noor@example.com' },
    });
    assert.deepEqual(found, [leads[1]]);
  });
});
