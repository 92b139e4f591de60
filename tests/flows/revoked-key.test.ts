import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { ApiClient } from '../support/api-client.js';
import { system } from '../support/system.js';
import { newKey, newWorkspace, revokeKey, type TestWorkspace } from '../support/workspace.js';

/** A revoked key may be honoured for this long (decisions, "Credentials"). */
const grace = 1_000;

describe('a key', () => {
  let workspace: TestWorkspace;

  before(async () => {
    workspace = await newWorkspace();
  });

  async function assertEnds(): Promise<void> {
    const { id, key } = await newKey(workspace.id, 'live');
    const client = new ApiClient(system().urls.api, key);
    expect((await client.get('/v1/leads')).status).equal(200);
    await revokeKey(workspace.id, id);
    await sleep(grace);
    const refused = await client.get('/v1/leads');
    expect([refused.status, refused.error.code]).eql([401, 'UNAUTHORIZED']);
    expect(refused.headers.get('www-authenticate')).match(/^Bearer/);
  }

  it('that is revoked answers 401 a second later', assertEnds);

  it('that is revoked answers 401 a second later even while no event can tell of it', async () => {
    await system().hold('rabbitmq');
    try {
      await assertEnds();
    } finally {
      await system().release('rabbitmq');
    }
  });

  it('works only on the host of its mode', async () => {
    const { urls } = system();
    expect((await new ApiClient(urls.sandbox, workspace.key).get('/v1/leads')).status).equal(401);
    expect((await new ApiClient(urls.api, workspace.testKey).get('/v1/leads')).status).equal(401);
  });

  it('reaches no further than its scopes', async () => {
    const { key } = await newKey(workspace.id, 'live', ['read:leads']);
    const client = new ApiClient(system().urls.api, key);
    expect((await client.get('/v1/leads')).status).equal(200);
    for (const refused of [
      await client.post('/v1/leads', { name: 'A', email: 'a@example.com' }),
      await client.get('/v1/agents'),
    ]) {
      expect([refused.status, refused.error.code]).eql([403, 'FORBIDDEN']);
    }
  });

  it('reaches no other workspace by asking for it', async () => {
    const other = await newWorkspace();
    const refused = await workspace.api.get('/v1/leads', { 'x-workspace-id': other.id });
    expect(refused.status).equal(403);
    expect((await workspace.api.get('/v1/leads', { 'x-workspace-id': workspace.id })).status).equal(200);
  });

  it('that expired answers 401', async () => {
    const { key } = await newKey(workspace.id, 'live', ['admin'], Date.now() + 1_500);
    const client = new ApiClient(system().urls.api, key);
    expect((await client.get('/v1/leads')).status).equal(200);
    await sleep(1_600);
    expect((await client.get('/v1/leads')).status).equal(401);
  });
});
