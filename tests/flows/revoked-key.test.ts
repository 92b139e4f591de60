import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { ApiClient } from '../support/api-client.js';
import { system } from '../support/system.js';
import { newKey, newWorkspace, revokeKey, type TestWorkspace } from '../support/workspace.js';

/** Time in which a revoked key may still be accepted. */
const maxAcceptedMs = 1_000;

describe('an API key', () => {
  let workspace: TestWorkspace;

  before(async () => {
    workspace = await newWorkspace();
  });

  it('is rejected with 401 one second after its revocation', async () => {
    const { id, key } = await newKey(workspace.id, 'live');
    const client = new ApiClient(system().urls.api, key);
    expect((await client.get('/v1/leads')).status).to.equal(200);
    await revokeKey(workspace.id, id);
    await sleep(maxAcceptedMs);
    const refused = await client.get('/v1/leads');
    expect([refused.status, refused.error.code]).to.deep.equal([401, 'UNAUTHORIZED']);
    expect(refused.headers.get('www-authenticate')).to.match(/^Bearer/);
  });

  it('is accepted only on the host for its mode', async () => {
    const { urls } = system();
    expect((await new ApiClient(urls.sandbox, workspace.key).get('/v1/leads')).status).to.equal(401);
    expect((await new ApiClient(urls.api, workspace.testKey).get('/v1/leads')).status).to.equal(401);
  });

  it('is rejected with 403 outside its scopes', async () => {
    const { key } = await newKey(workspace.id, 'live', ['read:leads']);
    const client = new ApiClient(system().urls.api, key);
    expect((await client.get('/v1/leads')).status).to.equal(200);
    for (const refused of [
      await client.post('/v1/leads', { name: 'A', email: 'a@example.com' }),
      await client.get('/v1/agents'),
    ]) {
      expect([refused.status, refused.error.code]).to.deep.equal([403, 'FORBIDDEN']);
    }
  });

  it('is rejected with 403 for the X-Workspace-ID of another workspace', async () => {
    const other = await newWorkspace();
    const refused = await workspace.api.get('/v1/leads', { 'x-workspace-id': other.id });
    expect(refused.status).to.equal(403);
    expect((await workspace.api.get('/v1/leads', { 'x-workspace-id': workspace.id })).status).to.equal(200);
  });

  it('is rejected with 401 once it has expired', async () => {
    // On a busy machine, the key may expire before the first call. Then the test tries again with a key that lives
    // longer.
    for (let lifeMs = 3_000, isAccepted = false; !isAccepted; lifeMs *= 3) {
      const expiry = Date.now() + lifeMs;
      const created = await newKey(workspace.id, 'live', ['admin'], expiry).catch((error: unknown) => {
        if (Date.now() < expiry) throw error;
      });
      if (!created) continue;
      const { key } = created;
      const client = new ApiClient(system().urls.api, key);
      const { status } = await client.get('/v1/leads');
      isAccepted = status === 200;
      expect(isAccepted || Date.now() >= expiry, `${status} before the expiry`).to.equal(true);
      await sleep(Math.max(0, expiry + 100 - Date.now()));
      expect((await client.get('/v1/leads')).status).to.equal(401);
    }
  });
});
