import { VerificationServiceService as Verification } from '@plotline/protos/plotline/auth/v1/verification';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';

const hour = 3_600_000;

describe('signing up', () => {
  const auth = useFixturePerTest(startAuth);
  const ada = {
    email: 'ada@example.com',
    name: 'Ada Lopez',
    password: 'harbour lights at nine',
    workspace_name: 'Harbour Homes',
    currency: 'EUR',
  };
  const signUp = (change: Partial<typeof ada> = {}, headers: Readonly<Record<string, string>> = {}) =>
    auth().ask('POST', '/auth/sign-up', { body: { ...ada, ...change }, headers });
  const confirm = (token: string, password = ada.password) =>
    auth().ask('POST', '/auth/confirmations', { body: { token, password } });
  const signIn = ({ email, password } = ada) =>
    auth().ask('POST', '/auth/session', { body: { email, password }, headers: { prefer: 'return=token' } });
  const count = (name: string) => auth().runtime.databases.live.collection(name).countDocuments();

  it('creates nothing before the address is confirmed, and then creates the owner of a workspace on the Starter plan', async () => {
    const reply = await signUp({ email: 'Ada@Example.com' });
    expect([reply.status, reply.data]).to.deep.equal([202, { email: ada.email }]);
    const { token } = await auth().mailbox.last(ada.email, /Confirm/);
    expect((await signIn()).status).to.equal(401);
    expect([await count('people'), await count('workspaces'), await count('memberships')]).to.deep.equal([0, 0, 0]);

    const confirmed = await confirm(token);
    expect([confirmed.status, confirmed.data]).to.deep.equal([200, { purpose: 'sign_up', email: ada.email }]);
    const session = await signIn();
    expect(session.status).to.equal(201);
    const [membership] = session.data.memberships;
    expect(membership).to.include({ role: 'owner' });
    expect(membership.workspace).to.include({ name: 'Harbour Homes', plan: 'starter' });
    const entry = await auth().runtime.databases.live.collection('journal').findOne({ type: 'signed_up' });
    expect(entry?.['actor']).to.deep.include({ type: 'user', name: ada.name });
    const [owner] = auth().agents.list(membership.workspace.id);
    expect(owner).to.include({ id: membership.agent_id, email: ada.email, name: ada.name, role: 'owner' });
    const identity = await auth().rpc(
      Verification.verifySession,
      { token: session.data.token, workspace_id: '' },
      { deadline: Date.now() + 9_000 },
    );
    expect(identity.identity?.memberships[0]).to.include({ currency: 'EUR' });
  });

  it('is confirmed only once when the link is redeemed several times simultaneously', async () => {
    await signUp();
    const { token } = await auth().mailbox.last(ada.email);
    const replies = await Promise.all(Array.from({ length: 20 }, () => confirm(token)));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).to.deep.equal([200, ...Array.from({ length: 19 }, () => 422)]);
    expect(replies.find(({ status }) => status === 422)?.error.details[0].field).to.equal('token');
    expect([await count('people'), await count('workspaces'), await count('memberships')]).to.deep.equal([1, 1, 1]);
  });

  it("is confirmed only with the chosen password, so that no one confirms a stranger's sign-up by mistake", async () => {
    await signUp({ password: 'what the stranger chose' });
    const { token } = await auth().mailbox.last(ada.email);
    const missing = await auth().ask('POST', '/auth/confirmations', { body: { token } });
    expect([missing.status, missing.error.details[0].field]).to.deep.equal([422, 'password']);
    const { status, error } = await confirm(token);
    expect([status, error.reason, error.details[0].field]).to.deep.equal([422, 'wrong_password', 'password']);
    expect([await count('people'), await count('workspaces'), await count('memberships')]).to.deep.equal([0, 0, 0]);
    expect((await confirm(token, 'what the stranger chose')).status).to.equal(200);
  });

  it('is impossible after five wrong passwords', async () => {
    await signUp();
    const { token } = await auth().mailbox.last(ada.email);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, guess) => confirm(token, `a wrong guess ${guess}`)),
    );
    const reasons = replies.map(({ error }) => error.reason ?? error.details[0].field).sort();
    expect(reasons).to.deep.equal([
      ...Array.from({ length: 3 }, () => 'token'),
      ...Array.from({ length: 5 }, () => 'wrong_password'),
    ]);
    expect((await confirm(token)).error.details[0].field).to.equal('token');
    expect(await count('people')).to.equal(0);
  });

  it('continues after the process died, or the team service was down, once the address was confirmed', async () => {
    await signUp();
    const { token } = await auth().mailbox.last(ada.email);
    auth().agents.onCall = () => Promise.reject(new Error('killed'));
    expect((await confirm(token)).status).to.equal(200);
    expect((await signIn()).status).to.equal(403);
    auth().agents.onCall = async () => undefined;
    auth().passTime(60_000);
    await eventually(async () => expect((await signIn()).status).to.equal(201));
    // The update is sent a moment after the person becomes active.
    await eventually(async () => expect(await count('team_updates')).to.equal(0));
  });

  it('responds as for a new address if the address has an account, and emails its owner', async () => {
    await signUp();
    await confirm((await auth().mailbox.last(ada.email)).token);
    const other = await signUp({ password: 'another long password' });
    const fresh = await signUp({ email: 'bo@example.com' });
    expect([other.status, Object.keys(other.data)]).to.deep.equal([fresh.status, Object.keys(fresh.data)]);
    const mail = await auth().mailbox.last(ada.email, /already have an account/);
    expect(mail.token).to.equal('');
    expect((await signIn()).status).to.equal(201);
  });

  it('is limited to three times a day from one client address or IPv6 /64 network', async () => {
    let people = 0;
    const from = async (address: string, change: Partial<typeof ada> = {}) => {
      people += 1;
      return signUp({ email: `person.${people}@example.com`, ...change }, { 'x-forwarded-for': address });
    };
    const statuses = async (addresses: readonly string[]) =>
      (await Promise.all(addresses.map((address) => from(address)))).map(({ status }) => status).sort();
    for (let fault = 0; fault < 4; fault += 1) {
      expect((await from('198.51.100.1', { password: 'short' })).status, 'faulty ones do not count').to.equal(422);
    }
    const four = ['198.51.100.1', '::ffff:198.51.100.1', '198.51.100.1', '198.51.100.1'];
    expect(await statuses(four)).to.deep.equal([202, 202, 202, 429]);
    const network = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:3::', '2001:db8:1:2:ffff::9'];
    expect(await statuses(network)).to.deep.equal([202, 202, 202, 429]);
    expect(await statuses(['198.51.100.2', '2001:db8:1:3::1'])).to.deep.equal([202, 202]);
    const refused = await from('198.51.100.1');
    const seconds = Number(refused.headers.get('retry-after'));
    expect([refused.error.code, seconds > 23 * 3_600]).to.deep.equal(['RATE_LIMIT_EXCEEDED', true]);
    expect(seconds).to.be.at.most(24 * 3_600);
    auth().passTime(24 * hour);
    expect((await from('198.51.100.1')).status).to.equal(202);
  });

  it('sends at most three emails an hour to an address', async () => {
    const ask = (number: number) => signUp({}, { 'x-forwarded-for': `203.0.113.${number}` });
    for (let number = 1; number <= 3; number += 1) expect((await ask(number)).status).to.equal(202);
    expect((await ask(4)).status).to.equal(429);
  });

  it('refuses invalid fields and names them', async () => {
    for (const [change, field] of [
      [{ email: 'nobody' }, 'email'],
      [{ name: ' ' }, 'name'],
      [{ password: 'short' }, 'password'],
      [{ password: '123456789012' }, 'password'],
      [{ workspace_name: ' ' }, 'workspace_name'],
      [{ workspace_name: 'Harbour\u2066Homes' }, 'workspace_name'],
      [{ name: 'Ada\tLopez' }, 'name'],
      [{ currency: 'XXXX' }, 'currency'],
    ] as const) {
      const { status, error } = await signUp(change);
      expect([status, error?.details?.[0]?.field]).to.deep.equal([422, field]);
    }
    expect((await confirm('pl_link_wrong')).error.details[0].field).to.equal('token');
  });

  it('is impossible with a link that is older than a day or was issued for another purpose', async () => {
    await signUp();
    const { token } = await auth().mailbox.last(ada.email);
    const accepted = await auth().ask('POST', '/auth/invitations/accept', { body: { token, password: ada.password } });
    expect(accepted.status).to.equal(422);
    auth().passTime(25 * hour);
    expect((await confirm(token)).status).to.equal(422);
  });

  it('succeeds while the mail server is down, and sends the email later', async () => {
    auth().mailbox.onMail = () => Promise.reject(new Error('away'));
    expect((await signUp()).status).to.equal(202);
    auth().mailbox.onMail = async () => undefined;
    auth().passTime(60_000);
    expect((await confirm((await auth().mailbox.last(ada.email)).token)).status).to.equal(200);
  });

  it('stores no token or password in the database', async () => {
    await signUp();
    const { token } = await auth().mailbox.last(ada.email);
    await confirm(token);
    const dump = await auth().dumpDatabase('live');
    expect(dump).to.not.include(token).and.not.include(ada.password);
  });
});
