import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayWithIssuer } from '../support/gateway-with-issuer.js';
import { sendRequest } from '../support/http-client.js';
import { answerJson } from '../support/stub-service.js';

const basic = (user: string) => `Basic ${Buffer.from(`${user}:`).toString('base64')}`;

describe('gateway for people', () => {
  const gateway = useFixture(startGatewayWithIssuer);
  beforeEach(() => {
    gateway().stub.reset();
    gateway().verification.verified.length = 0;
  });

  const signToken = (...options: Parameters<ReturnType<typeof gateway>['verification']['createGrant']>) =>
    gateway().issuer.sign(gateway().verification.createGrant(...options));

  it('accepts a session token and an access token as Bearer on both API hosts', async () => {
    const credentials = [gateway().verification.createSession(), await signToken()];
    for (const key of credentials) {
      for (const host of [gateway().live, gateway().sandbox]) {
        expect((await sendRequest(`${host}/v1/leads/1`, { key })).status).to.equal(200);
      }
    }
  });

  it('sends the person, the role and the agent to the service', async () => {
    const membership = { role: 'agent', agentId: 'agent_7' };
    for (const key of [gateway().verification.createSession([membership]), await signToken(membership)]) {
      await sendRequest(`${gateway().live}/v1/leads/1`, { key });
      const actor = { type: 'user', id: 'user_1', name: 'Ada', role: 'agent', agentId: 'agent_7' };
      expect(gateway().verifyLastCaller()).to.deep.include({ workspaceId: 'ws_1', actor });
    }
  });

  it("acts in the workspace in X-Workspace-ID or in the session's first workspace, with the person's role there", async () => {
    const key = gateway().verification.createSession([
      { workspaceId: 'ws_a', role: 'viewer' },
      { workspaceId: 'ws_b', role: 'owner', plan: 'enterprise' },
    ]);
    const workspaceFor = async (headers: Record<string, string>) => {
      const { status } = await sendRequest(`${gateway().live}/v1/leads/1`, { key, headers });
      const caller = gateway().verifyLastCaller();
      return [status, caller?.workspaceId, caller?.actor.role, caller?.plan];
    };
    expect(await workspaceFor({})).to.deep.equal([200, 'ws_a', 'viewer', 'professional']);
    expect(await workspaceFor({ 'x-workspace-id': 'ws_b' })).to.deep.equal([200, 'ws_b', 'owner', 'enterprise']);
    gateway().stub.reset();
    const foreign = await sendRequest(`${gateway().live}/v1/leads/1`, { key, headers: { 'x-workspace-id': 'ws_c' } });
    expect(foreign.status).to.equal(403);
    expect(gateway().stub.received).to.deep.equal([]);
  });

  it("uses an access token's only workspace", async () => {
    const key = await signToken({ workspaceId: 'ws_1' });
    const statusFor = async (workspaceId: string) =>
      (await sendRequest(`${gateway().live}/v1/leads/1`, { key, headers: { 'x-workspace-id': workspaceId } })).status;
    expect([await statusFor('ws_1'), await statusFor('ws_2')]).to.deep.equal([200, 403]);
  });

  const calls: [role: string, method: string, path: string, status: number][] = [
    ['viewer', 'GET', '/v1/leads', 200],
    ['viewer', 'POST', '/v1/leads', 403],
    ['agent', 'POST', '/v1/leads', 200],
    ['agent', 'POST', '/v1/leads/bulk', 403],
    ['admin', 'POST', '/v1/leads/bulk', 200],
    ['owner', 'POST', '/v1/leads/bulk', 200],
    ['', 'GET', '/v1/leads', 403],
    ['superuser', 'GET', '/v1/leads', 403],
  ];
  for (const [role, method, path, status] of calls) {
    it(`answers ${status} to ${method} ${path} for the role "${role}", regardless of scopes`, async () => {
      for (const key of [gateway().verification.createSession([{ role }]), await signToken({ role })]) {
        const reply = await sendRequest(`${gateway().live}${path}`, { method, key });
        expect(reply.status).to.equal(status);
        if (status === 403) expect(gateway().stub.received).to.deep.equal([]);
      }
    });
  }

  it("requires the scopes of a token, regardless of the person's role", async () => {
    const key = await signToken({ role: 'owner' }, { scopes: ['read:agents'] });
    expect((await sendRequest(`${gateway().live}/v1/leads`, { key })).status).to.equal(403);
  });

  it('refuses an unknown kind of credential with 401, without a call to the auth service', async () => {
    const { createSession } = gateway().verification;
    const session = createSession.call(gateway().verification);
    const token = await signToken();
    const refused = [
      `Bearer ${session.slice(0, -1)}${session.endsWith('0') ? '1' : '0'}`,
      `Bearer ${token.split('.').slice(0, 2).join('.')}`,
      `Bearer ${token}.${token}`,
      `Bearer e${'y'.repeat(5_000)}.a.b`,
      basic(session),
      basic(token),
    ];
    for (const authorization of refused) {
      const reply = await sendRequest(`${gateway().live}/v1/leads/1`, { headers: { authorization } });
      expect(reply.status, authorization.slice(0, 40)).to.equal(401);
    }
    expect(gateway().verification.verified).to.deep.equal([]);
  });

  it('ignores cookies on the API hosts', async () => {
    const cookie = `plotline_session=${gateway().verification.createSession()}`;
    expect((await sendRequest(`${gateway().live}/v1/leads/1`, { headers: { cookie } })).status).to.equal(401);
    gateway().stub.answer = answerJson(200, '{}');
    const key = gateway().verification.createKey(['admin']);
    await sendRequest(`${gateway().live}/v1/leads/1`, { key, headers: { cookie } });
    expect(gateway().stub.last.headers).to.not.have.any.keys('cookie', 'authorization');
  });
});
