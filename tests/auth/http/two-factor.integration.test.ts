import { beginSignIn, createVisitorCommand, finishSignIn } from '@plotline/auth/accounts/sign-in';
import { AdministrationServiceService as Administration } from '@plotline/protos/plotline/auth/v1/administration';
import { VerificationServiceService as Verification } from '@plotline/protos/plotline/auth/v1/verification';
import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';
import { refusalOf } from '../../support/refusal-of.js';
import { useFixture } from '../../support/use-fixture.js';
import { administration, startAuth } from '../support/auth.js';
import { createMember } from '../support/member.js';
import { browse, joinAnother, type Login, openBrowser, signIn } from '../support/people.js';

const period = 30_000;

describe('second factor', () => {
  const auth = useFixture(startAuth);

  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: auth().context.clock().getTime() + steps * period,
    });

  /** Sets a second factor up. The next code is one of the next step. */
  async function setUp(login: Login) {
    const browser = await openBrowser(auth(), login);
    const started = await browser.ask('POST', '/auth/two-factor');
    expect(started.status).to.equal(201);
    const { secret, uri } = started.data;
    const confirmed = await browser.ask('PUT', '/auth/two-factor', { code: codeOf(secret) });
    expect(confirmed.status, JSON.stringify(confirmed.body)).to.equal(200);
    auth().passTime(period);
    const recoveryCodes: string[] = confirmed.data.recovery_codes;
    return { browser, secret: String(secret), uri: String(uri), recoveryCodes };
  }

  it('is set up by a code of the secret, and then asked for in a second step of the sign-in', async () => {
    const { login } = await createMember(auth());
    const { secret, uri, recoveryCodes } = await setUp(login);
    const address = encodeURIComponent(login.email);
    expect(uri).to.match(new RegExp(`^otpauth://totp/Plotline:${address}\\?.*secret=${secret}.*digits=6&period=30$`));
    expect(new Set(recoveryCodes).size).to.equal(10);
    for (const code of recoveryCodes) expect(code).to.match(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    const first = await signIn(auth(), login);
    expect([first.status, first.error.code, first.error.reason]).to.deep.equal([
      401,
      'UNAUTHORIZED',
      'two_factor_required',
    ]);
    const second = await signIn(auth(), { ...login, code: codeOf(secret) });
    expect([second.status, second.data.person.two_factor]).to.deep.equal([201, true]);
  });

  it('counts whose recovery codes are hashed with a former secret, or nobody knows with which, until they have new ones', async () => {
    const { login, personId } = await createMember(auth());
    const { people, hashKeys } = auth().context;
    const count = () => people.countRecoveryCodes(hashKeys.current.id);
    const { current, other } = await count();
    const { browser } = await setUp(login);
    expect(await count()).to.deep.equal({ current: current + 1, other });
    const stored = auth().runtime.databases.live.collection<{ _id: string }>('people');
    for (const change of [
      { $set: { 'two_factor.recovery_codes_key_id': 'former' } },
      { $unset: { 'two_factor.recovery_codes_key_id': '' } } as const,
    ]) {
      await stored.updateOne({ _id: personId }, change);
      expect(await count()).to.deep.equal({ current, other: other + 1 });
      expect((await browser.ask('POST', '/auth/recovery-codes')).status).to.equal(201);
      expect(await count()).to.deep.equal({ current: current + 1, other });
    }
  });

  it('tells of a second factor only who has the password', async () => {
    const { login } = await createMember(auth());
    const { secret } = await setUp(login);
    const wrong = await signIn(auth(), { ...login, password: 'not the password', code: codeOf(secret) });
    expect([wrong.status, wrong.error.reason]).to.deep.equal([401, 'wrong_credentials']);
  });

  it('is asked for in a second step of its own by forms, with a proof of the password that lives for five minutes', async () => {
    const { login } = await createMember(auth());
    const { secret } = await setUp(login);
    const { context } = auth();
    const client = { address: '203.0.113.9', userAgent: 'A browser' };
    const begin = async () => {
      const first = await beginSignIn(context, createVisitorCommand(), login, client);
      return 'step' in first ? first.step : '';
    };
    const finish = (step: string, code: string) =>
      finishSignIn(context, createVisitorCommand(), { step, code }, client);
    const step = await begin();
    expect(step).to.not.include(login.password);
    expect((await refusalOf(() => finish(step, '000000'))).reason).to.equal('wrong_code');
    expect((await finish(step, codeOf(secret))).person.email).to.equal(login.email);
    for (const forged of ['', 'forged', `${step.slice(0, -4)}AAAA`]) {
      expect((await refusalOf(() => finish(forged, codeOf(secret, 1)))).reason, forged).to.equal('wrong_credentials');
    }
    const late = await begin();
    auth().passTime(5 * 60_000 + 1);
    expect((await refusalOf(() => finish(late, codeOf(secret)))).reason).to.equal('wrong_credentials');
  });

  it('takes a code once, also when it is sent many times at once, and none of a step before the last one used', async () => {
    auth().holdTime();
    const { login } = await createMember(auth());
    const { secret } = await setUp(login);
    const code = codeOf(secret);
    const replies = await Promise.all(Array.from({ length: 8 }, () => signIn(auth(), { ...login, code })));
    expect(replies.filter(({ status }) => status === 201)).to.have.length(1);
    for (const { status, error } of replies.filter((one) => one.status !== 201)) {
      expect([status, error.reason]).to.deep.equal([401, 'wrong_code']);
    }
    expect((await signIn(auth(), { ...login, code: codeOf(secret, -1) })).status).to.equal(401);
    expect((await signIn(auth(), { ...login, code: codeOf(secret, 1) })).status, 'a clock ahead').to.equal(201);
    expect((await signIn(auth(), { ...login, code: codeOf(secret, 2) })).status, 'too far ahead').to.equal(401);
  });

  it('takes each recovery code once, however it is typed, and none after new ones were issued', async () => {
    const { login } = await createMember(auth());
    const { browser, recoveryCodes } = await setUp(login);
    const [one = '', other = '', third = ''] = recoveryCodes;
    expect((await signIn(auth(), { ...login, code: one })).status).to.equal(201);
    expect((await signIn(auth(), { ...login, code: one })).status).to.equal(401);
    expect((await signIn(auth(), { ...login, code: ` ${other.toUpperCase().replace('-', '')} ` })).status).to.equal(
      201,
    );
    const renewed = await browser.ask('POST', '/auth/recovery-codes');
    expect((await signIn(auth(), { ...login, code: third })).status).to.equal(401);
    expect((await signIn(auth(), { ...login, code: renewed.data.recovery_codes[0] })).status).to.equal(201);
  });

  it('refuses after ten wrong codes, from everywhere: whoever guesses codes has the password', async () => {
    const { login } = await createMember(auth());
    const { secret } = await setUp(login);
    const guess = (code: string, host: number) =>
      signIn(auth(), { ...login, code }, { 'x-forwarded-for': `192.0.2.${host}` });
    for (let host = 1; host <= 10; host += 1) expect((await guess('000000', host)).status).to.equal(401);
    expect((await guess(codeOf(secret), 11)).status).to.equal(429);
    auth().passTime(15 * 60_000);
    expect((await guess(codeOf(secret), 12)).status).to.equal(201);
  });

  it('ends the sessions that were begun without it', async () => {
    const { login } = await createMember(auth());
    const former = await openBrowser(auth(), login);
    const { browser } = await setUp(login);
    expect((await former.ask('GET', '/auth/session')).status).to.equal(401);
    expect((await browser.ask('GET', '/auth/session')).status).to.equal(200);
  });

  it('is not set up by a wrong code, and not begun anew while there is one', async () => {
    const { login } = await createMember(auth());
    const browser = await openBrowser(auth(), login);
    expect((await browser.ask('PUT', '/auth/two-factor', { code: '123456' })).status, 'nothing begun').to.equal(409);
    await browser.ask('POST', '/auth/two-factor');
    const wrong = await browser.ask('PUT', '/auth/two-factor', { code: '123456' });
    expect([wrong.status, wrong.error.details[0].field]).to.deep.equal([422, 'code']);
    expect((await signIn(auth(), login)).status, 'not asked for before').to.equal(201);
    const { browser: protectedOne } = await setUp(login);
    expect((await protectedOne.ask('POST', '/auth/two-factor')).status).to.equal(409);
  });

  it('is removed, after which the password alone signs in', async () => {
    const { login } = await createMember(auth());
    const { browser } = await setUp(login);
    expect((await browser.ask('DELETE', '/auth/two-factor')).status).to.equal(204);
    expect((await signIn(auth(), login)).status).to.equal(201);
  });

  it('is changed only after a sign-in of the last 15 minutes', async () => {
    const { login } = await createMember(auth());
    const browser = await openBrowser(auth(), login);
    const { secret } = (await browser.ask('POST', '/auth/two-factor')).data;
    auth().passTime(15 * 60_000 + 1_000);
    for (const [method, path, body] of [
      ['POST', '/auth/two-factor'],
      ['PUT', '/auth/two-factor', { code: codeOf(secret) }],
      ['DELETE', '/auth/two-factor'],
      ['POST', '/auth/recovery-codes'],
    ] as const) {
      const reply = await browser.ask(method, path, body);
      expect([reply.status, reply.error.reason], `${method} ${path}`).to.deep.equal([403, 'sign_in_again']);
    }
    expect((await signIn(auth(), login)).status, 'nothing was set up').to.equal(201);
  });

  it('is stored so that neither secret nor recovery codes can be read from the database', async () => {
    const { login } = await createMember(auth());
    const { secret, recoveryCodes } = await setUp(login);
    const dump = await auth().dumpDatabase('live');
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))]) {
      expect(dump).to.not.include(text);
    }
  });

  describe('that a workspace requires', () => {
    const verify = (token: string) =>
      auth().rpc(Verification.verifySession, { token, workspace_id: '' }, { deadline: Date.now() + 10_000 });

    async function requireIt(role: string) {
      const owner = await createMember(auth(), 'owner');
      const { browser } = await setUp(owner.login);
      expect((await browser.ask('PUT', '/auth/workspace', { require_two_factor: true })).status).to.equal(200);
      const agentId = `${owner.agentId}_${role}`;
      const login = { email: `${agentId}@example.com`, password: 'the password of another' };
      auth().agents.put(owner.workspace.id, agentId, { role });
      const member = { workspace_id: owner.workspace.id, name: 'Bo', agent_id: agentId, ...login };
      await auth().rpc(Administration.addMember, member, administration(owner.workspace.id));
      return { owner: browser, login };
    }

    it('is set up by whoever requires it first', async () => {
      const { login } = await createMember(auth(), 'owner');
      const browser = await openBrowser(auth(), login);
      const reply = await browser.ask('PUT', '/auth/workspace', { require_two_factor: true });
      expect([reply.status, reply.error.reason]).to.deep.equal([409, 'two_factor_setup_required']);
    });

    for (const role of ['owner', 'admin']) {
      it(`lets an ${role} without it set it up and nothing else`, async () => {
        const { login } = await requireIt(role);
        const browser = await openBrowser(auth(), login);
        const session = await browser.ask('GET', '/auth/session');
        expect(session.data.memberships[0].needs_two_factor).to.equal(true);
        for (const [method, path] of [
          ['GET', '/auth/workspace'],
          ['GET', '/auth/sessions'],
          ['DELETE', '/auth/two-factor'],
        ] as const) {
          const reply = await browser.ask(method, path);
          expect([reply.status, reply.error.reason], path).to.deep.equal([403, 'two_factor_setup_required']);
        }
        expect((await refusalOf(() => verify(browser.token))).code).to.equal('UNAUTHORIZED');
        const { browser: now } = await setUp(login);
        expect((await now.ask('GET', '/auth/workspace')).data.require_two_factor).to.equal(true);
        expect((await verify(now.token)).identity?.memberships).to.have.length(1);
        expect((await now.ask('DELETE', '/auth/two-factor')).error.reason).to.equal('two_factor_required');
      });
    }

    it('binds neither agents nor the same person in another workspace', async () => {
      const { login } = await requireIt('agent');
      expect((await (await openBrowser(auth(), login)).ask('GET', '/auth/workspace')).status).to.equal(200);
      const admin = await requireIt('admin');
      const elsewhere = await joinAnother(auth(), admin.login, 'owner');
      const { token } = browse(auth(), await signIn(auth(), admin.login));
      const { identity } = await verify(token);
      expect(identity?.memberships.map(({ workspace_id }) => workspace_id)).to.deep.equal([elsewhere.id]);
    });
  });
});
