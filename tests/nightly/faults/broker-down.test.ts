import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { decodeJwt } from 'jose';
import { ApiClient } from '../../support/api-client.js';
import { newOAuthApp } from '../../support/oauth-app.js';
import { newPerson } from '../../support/person.js';
import { system } from '../../support/system.js';
import { newKey, newWorkspace, revokeKey, type TestWorkspace } from '../../support/workspace.js';

/** Time in which a withdrawn credential may still be accepted. */
const maxAcceptedMs = 1_000;

describe('credentials while the broker is down', () => {
  // The broker needs some time to restart.
  let workspace: TestWorkspace;

  before(async () => {
    workspace = await newWorkspace();
    await system().hold('rabbitmq');
  });
  after(() => system().release('rabbitmq'));

  const read = async (credential: string) =>
    (await new ApiClient(system().urls.api, credential).get('/v1/leads')).status;

  it('refuses an API key with 401 one second after its revocation', async () => {
    const { id, key } = await newKey(workspace.id, 'live');
    expect(await read(key)).to.equal(200);
    await revokeKey(workspace.id, id);
    await sleep(maxAcceptedMs);
    expect(await read(key)).to.equal(401);
  });

  it('refuses an access token with 401 one second after the consent was withdrawn', async () => {
    const [owner, agent] = [await newPerson(workspace, 'owner'), await newPerson(workspace, 'agent')];
    const app = await newOAuthApp(owner, ['read:leads']);
    const { accessToken, refreshToken } = await app.redeem(await app.code(agent, workspace.id, 'read:leads'));
    expect(await read(accessToken)).to.equal(200);
    const consent = `${system().urls.auth}/auth/consents/${String(decodeJwt(accessToken)['grant_id'])}`;
    await fetch(consent, { method: 'DELETE', headers: { authorization: `Bearer ${agent.token}` } });
    await sleep(maxAcceptedMs);
    expect(await read(accessToken)).to.equal(401);
    expect((await app.refresh(refreshToken)).error).to.equal('invalid_grant');
  });
});
