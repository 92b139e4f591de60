import { createToken } from '@plotline/kit/core/secrets';
import { VerificationServiceService as Verification } from '@plotline/protos/plotline/auth/v1/verification';
import { expect } from 'chai';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { createMember } from '../../support/member.js';
import { joinAnother, openBrowser, signIn } from '../../support/people.js';

const origin = 'http://localhost:8082';
const day = 24 * 3_600_000;

describe('/auth/session', () => {
  const auth = useFixture(startAuth);
  const verify = (token: string) =>
    auth().rpc(Verification.verifySession, { token, workspace_id: '' }, { deadline: Date.now() + 10_000 });

  it('signs in with a cookie that scripts cannot read, and returns the person and the workspaces', async () => {
    const { workspace, agentId, login, personId } = await createMember(auth(), 'admin');
    const reply = await signIn(auth(), { ...login, email: login.email.toUpperCase() });
    expect(reply.status).to.equal(201);
    expect(reply.body.success).to.equal(true);
    expect(reply.headers.getSetCookie().join()).to.match(
      /^plotline_session=pl_session_[0-9A-Za-z]{36}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(reply.data).to.deep.include({
      person: { id: personId, email: login.email, name: 'Ada Lopez', two_factor: false, recovery_codes_left: 0 },
      memberships: [
        {
          workspace: { id: workspace.id, name: workspace.name, plan: 'professional' },
          agent_id: agentId,
          sandbox_agent_id: null,
          role: 'admin',
          needs_two_factor: false,
          suspension: null,
        },
      ],
    });
    expect(reply.data).to.not.have.property('token');
    expect(Date.parse(reply.data.expires_at) - Date.parse(reply.data.created_at)).to.equal(day);
  });

  it('ends when someone signs in again in the same browser', async () => {
    const [one, other] = [await createMember(auth()), await createMember(auth())];
    const first = await openBrowser(auth(), one.login);
    const cookie = { cookie: `plotline_session=${first.token}` };
    const program = await signIn(auth(), one.login, { ...cookie, prefer: 'return=token' });
    expect((await first.ask('GET', '/auth/session')).status, 'a token takes the place of no cookie').to.equal(200);
    expect((await signIn(auth(), other.login, cookie)).status).to.equal(201);
    expect((await first.ask('GET', '/auth/session')).status).to.equal(401);
    expect((await refusalOf(() => verify(first.token))).code).to.equal('UNAUTHORIZED');
    expect(await verify(program.data.token)).to.have.property('identity');
    expect((await signIn(auth(), one.login, cookie)).status, 'with a cookie that is over').to.equal(201);
  });

  it('returns the token with Prefer: return=token, and accepts it as a Bearer token without a CSRF token', async () => {
    const { login } = await createMember(auth());
    const reply = await signIn(auth(), login, { prefer: 'return=token' });
    expect(reply.headers.get('preference-applied')).to.equal('return=token');
    expect(reply.headers.getSetCookie()).to.deep.equal([]);
    const headers = { authorization: `Bearer ${reply.data.token}` };
    expect((await auth().ask('GET', '/auth/session', { headers })).data.id).to.equal(reply.data.id);
    expect((await auth().ask('DELETE', '/auth/session', { headers })).status).to.equal(204);
    expect((await auth().ask('GET', '/auth/session', { headers })).status).to.equal(401);
  });

  it('refuses an API key and explains why', async () => {
    const ask = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const { status, error } = await auth().ask('GET', '/auth/session', { headers });
      return [status, error.code, error.message];
    };
    for (const prefix of ['pl_live_', 'pl_test_']) {
      const message = 'Sign in first: API keys are not accepted here.';
      expect(await ask(createToken(prefix))).to.deep.equal([401, 'UNAUTHORIZED', message]);
    }
    const message = 'Sign in first: there is no session, or it has ended.';
    expect(await ask(createToken('pl_session_'))).to.deep.equal([401, 'UNAUTHORIZED', message]);
  });

  it('gets a new token at every sign-in', async () => {
    const { login } = await createMember(auth());
    const tokens = await Promise.all([1, 2, 3].map(async () => (await openBrowser(auth(), login)).token));
    expect(new Set(tokens).size).to.equal(3);
  });

  it('refuses a wrong password and an unknown address with the same response, and reports missing fields', async () => {
    const { login } = await createMember(auth());
    const wrong = await signIn(auth(), { ...login, password: 'not the password' });
    const unknown = await signIn(auth(), { ...login, email: 'nobody@example.com' });
    expect([wrong.status, wrong.headers.get('www-authenticate')]).to.deep.equal([401, 'Bearer']);
    expect(wrong.body).to.deep.equal(unknown.body);
    expect(wrong.error).to.include({ code: 'UNAUTHORIZED', reason: 'wrong_credentials' });
    const missing = await auth().ask('POST', '/auth/session', { body: { email: login.email } });
    expect([missing.status, missing.error.details]).to.deep.equal([
      422,
      [{ field: 'password', message: 'is required' }],
    ]);
  });

  it('requires the CSRF token and the same origin for changes with a cookie, but not for reads', async () => {
    const { login } = await createMember(auth());
    const { csrf, token } = await openBrowser(auth(), login);
    const cookie = { cookie: `plotline_session=${token}` };
    const signOut = (headers: object) => auth().ask('DELETE', '/auth/session', { headers: { ...cookie, ...headers } });
    for (const headers of [
      {},
      { 'x-csrf-token': 'guess' },
      { 'x-csrf-token': csrf, origin: 'https://evil.example' },
      { 'x-csrf-token': csrf, origin: 'null' },
      { 'x-csrf-token': csrf, 'sec-fetch-site': 'cross-site' },
    ]) {
      expect((await signOut(headers)).status, JSON.stringify(headers)).to.equal(403);
    }
    const read = await auth().ask('GET', '/auth/session', { headers: { ...cookie, origin: 'https://evil.example' } });
    expect(read.data.csrf_token).to.equal(csrf);
    const done = await signOut({ 'x-csrf-token': csrf, origin });
    expect(done.status).to.equal(204);
    expect(done.headers.getSetCookie().join()).to.match(/^plotline_session=; Max-Age=0/);
    expect((await refusalOf(() => verify(token))).code).to.equal('UNAUTHORIZED');
  });

  it('refuses a sign-in from another site', async () => {
    const { login } = await createMember(auth());
    expect((await signIn(auth(), login, { origin: 'https://evil.example' })).status).to.equal(403);
    expect((await signIn(auth(), login, { origin })).status).to.equal(201);
  });

  it('uses the workspace in X-Workspace-ID if the person belongs to it', async () => {
    const person = await createMember(auth());
    await auth().agents.put(person.workspace.id, person.agentId, {
      sandbox_id: 'agent_of_the_sandbox',
      active_since: 7,
    });
    const other = await joinAnother(auth(), person.login);
    const { token } = await openBrowser(auth(), person.login);
    const cookie = { cookie: `plotline_session=${token}` };
    const ask = (id: string) => auth().ask('GET', '/auth/session', { headers: { ...cookie, 'x-workspace-id': id } });
    expect((await ask(other.id)).status).to.equal(200);
    expect((await ask('ws_foreign')).status).to.equal(403);
    expect((await ask(`${other.id}, ${person.workspace.id}`)).status, 'sent twice').to.equal(400);
    const { identity } = await verify(token);
    expect(identity?.memberships).to.deep.equal([
      {
        workspace_id: person.workspace.id,
        plan: 'professional',
        currency: 'EUR',
        country: '',
        time_zone: 'UTC',
        settings: {},
        agent_id: person.agentId,
        role: 'agent',
        sandbox_agent_id: 'agent_of_the_sandbox',
        needs_two_factor: undefined,
        active_since: 7,
        suspension: undefined,
      },
      {
        workspace_id: other.id,
        plan: 'starter',
        currency: 'USD',
        country: '',
        time_zone: 'UTC',
        settings: {},
        agent_id: identity?.memberships[1]?.agent_id,
        role: 'viewer',
        sandbox_agent_id: undefined,
        needs_two_factor: undefined,
        active_since: 0,
        suspension: undefined,
      },
    ]);
    expect(identity)
      .to.include({ person_id: person.personId, name: 'Ada Lopez' })
      .and.deep.include({ scopes: ['admin'] });
  });

  it('ends after 24 hours, even if it is used', async () => {
    const { login } = await createMember(auth());
    const { token } = await openBrowser(auth(), login);
    auth().passTime(day - 60_000);
    expect((await verify(token)).identity?.credential_id).to.match(/^session_/);
    auth().passTime(61_000);
    expect((await refusalOf(() => verify(token))).code).to.equal('UNAUTHORIZED');
  });

  it("immediately follows the agent's role, and loses access if it began before the agent's last activation", async () => {
    const { workspace, agentId, login } = await createMember(auth(), 'admin');
    const { token } = await openBrowser(auth(), login);
    await auth().agents.put(workspace.id, agentId, { role: 'viewer' });
    expect((await verify(token)).identity?.memberships[0]?.role).to.equal('viewer');
    await auth().agents.put(workspace.id, agentId, { status: 'inactive' });
    expect((await refusalOf(() => verify(token))).code).to.equal('UNAUTHORIZED');
    const refused = await signIn(auth(), login);
    expect([refused.status, refused.error.reason]).to.deep.equal([403, 'no_workspace']);
    auth().passTime(10);
    await auth().agents.put(workspace.id, agentId, {
      status: 'active',
      active_since: auth().context.clock().getTime(),
    });
    expect((await refusalOf(() => verify(token))).code).to.equal('UNAUTHORIZED');
    auth().passTime(10);
    expect((await verify((await openBrowser(auth(), login)).token)).identity?.memberships).to.have.length(1);
  });

  it('publishes session.ended, so that gateways forget the session immediately', async () => {
    const { login, personId } = await createMember(auth());
    const browser = await openBrowser(auth(), login);
    await browser.ask('DELETE', '/auth/session');
    const events = await auth().events(personId);
    expect(events.map(({ event }) => event)).to.deep.equal(['session.ended']);
  });

  it('stores no token in plain text', async () => {
    const { login } = await createMember(auth());
    const { token } = await openBrowser(auth(), login);
    for (const mode of ['live', 'sandbox'] as const) expect(await auth().dumpDatabase(mode)).to.not.include(token);
  });

  it('answers unknown paths and methods with the error envelope', async () => {
    const unknown = await auth().ask('GET', '/auth/nothing');
    expect([unknown.status, unknown.body.success, unknown.error.code]).to.deep.equal([404, false, 'NOT_FOUND']);
    const method = await auth().ask('PATCH', '/auth/session');
    expect([method.status, method.error.code]).to.deep.equal([405, 'METHOD_NOT_ALLOWED']);
    expect(method.headers.get('allow')).to.equal('GET, POST, DELETE');
  });
});
