import { beginSignIn, finishSignIn } from '@plotline/auth/people/api/sign-in';
import { createVisitorCommand } from '@plotline/auth/sessions/api/origin';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { createMember } from '../../support/member.js';
import { type Login, openBrowser, signIn } from '../../support/people.js';
import { codeOf as codeAt, setUpSecondFactor } from '../../support/second-factor.js';

describe('second factor', () => {
  const auth = useFixture(startAuth);

  const codeOf = (secret: string, steps = 0) => codeAt(auth(), secret, steps);
  const setUp = (login: Login) => setUpSecondFactor(auth(), login);
  const lettersTo = (email: string, subject: RegExp) =>
    auth().mailbox.mails.filter((mail) => mail.to === email && subject.test(mail.subject));

  it('is set up with a code from the secret, and then required as the second sign-in step', async () => {
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

  it('is outdated while its recovery codes are hashed with a previous or unknown key', async () => {
    const { login, personId } = await createMember(auth());
    const { people, hashKeys } = auth().context;
    const count = () => people.countRecoveryCodes(hashKeys.current.id);
    const { current, other } = await count();
    const { browser, nextCode } = await setUp(login);
    expect(await count()).to.deep.equal({ current: current + 1, other });
    const stored = auth().runtime.databases.live.collection<{ _id: string }>('people');
    for (const change of [
      { $set: { 'two_factor.recovery_codes_key_id': 'former' } },
      { $unset: { 'two_factor.recovery_codes_key_id': '' } } as const,
    ]) {
      await stored.updateOne({ _id: personId }, change);
      expect(await count()).to.deep.equal({ current, other: other + 1 });
      expect((await browser.ask('POST', '/auth/recovery-codes', { code: nextCode() })).status).to.equal(201);
      expect(await count()).to.deep.equal({ current: current + 1, other });
    }
  });

  it('asks for the second factor only after the correct password', async () => {
    const { login } = await createMember(auth());
    const { secret } = await setUp(login);
    const wrong = await signIn(auth(), { ...login, password: 'not the password', code: codeOf(secret) });
    expect([wrong.status, wrong.error.reason]).to.deep.equal([401, 'wrong_credentials']);
  });

  it('is asked for by forms in a separate step, with a proof of the password that lasts five minutes', async () => {
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

  it('accepts a code once, even in simultaneous requests, and then refuses codes from earlier time steps', async () => {
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

  it('accepts each recovery code once, in any spelling, and none after new codes were issued', async () => {
    const { login } = await createMember(auth());
    const { browser, recoveryCodes, nextCode } = await setUp(login);
    const [one = '', other = '', third = ''] = recoveryCodes;
    expect((await signIn(auth(), { ...login, code: one })).status).to.equal(201);
    expect((await signIn(auth(), { ...login, code: one })).status).to.equal(401);
    expect((await signIn(auth(), { ...login, code: ` ${other.toUpperCase().replace('-', '')} ` })).status).to.equal(
      201,
    );
    const renewed = await browser.ask('POST', '/auth/recovery-codes', { code: nextCode() });
    await auth().mailbox.last(login.email, /new recovery codes/);
    expect((await signIn(auth(), { ...login, code: third })).status).to.equal(401);
    expect((await signIn(auth(), { ...login, code: renewed.data.recovery_codes[0] })).status).to.equal(201);
  });

  it('refuses codes from all addresses after ten wrong ones, because whoever guesses knows the password', async () => {
    const { login } = await createMember(auth());
    const { secret } = await setUp(login);
    const guess = (code: string, host: number) =>
      signIn(auth(), { ...login, code }, { 'x-forwarded-for': `192.0.2.${host}` });
    for (let host = 1; host <= 10; host += 1) expect((await guess('000000', host)).status).to.equal(401);
    expect((await guess(codeOf(secret), 11)).status).to.equal(429);
    auth().passTime(15 * 60_000);
    expect((await guess(codeOf(secret), 12)).status).to.equal(201);
  });

  it('refuses codes for a day after thirty wrong ones, notifies the person, and accepts codes again after a new password', async () => {
    const { login } = await createMember(auth());
    const { secret, nextCode } = await setUp(login);
    const guess = (code: string) => signIn(auth(), { ...login, code });
    for (let window = 1; window <= 3; window += 1) {
      for (let wrong = 1; wrong <= 10; wrong += 1) expect((await guess('000000')).status).to.equal(401);
      expect((await guess('000000')).status, 'over for the window').to.equal(429);
      auth().passTime(15 * 60_000);
    }
    expect((await guess(codeOf(secret))).status).to.equal(429);
    await eventually(async () => expect(lettersTo(login.email, /Wrong codes/)).to.have.length(3));
    await auth().ask('POST', '/auth/password-resets', { body: { email: login.email } });
    const { token } = await auth().mailbox.last(login.email, /Choose/);
    const password = 'another long password';
    await auth().ask('POST', '/auth/password-resets/redeem', { body: { token, password } });
    expect((await signIn(auth(), { ...login, password, code: nextCode() })).status).to.equal(201);
  });

  it('ends the sessions that began without a second factor when one is set up', async () => {
    const { login } = await createMember(auth());
    const former = await openBrowser(auth(), login);
    const { browser } = await setUp(login);
    expect((await former.ask('GET', '/auth/session')).status).to.equal(401);
    expect((await browser.ask('GET', '/auth/session')).status).to.equal(200);
  });

  it("is not set up by a wrong code, and can't be set up again while it is on", async () => {
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

  it('is no longer required once it is removed', async () => {
    const { login } = await createMember(auth());
    const { browser, nextCode } = await setUp(login);
    expect((await browser.removeSecondFactor(nextCode())).status).to.equal(204);
    expect((await signIn(auth(), login)).status).to.equal(201);
    await auth().mailbox.last(login.email, /is off/);
  });

  it('is removed or renewed only with a code or a recovery code, so an open browser is not enough', async () => {
    const { login } = await createMember(auth());
    const { browser, recoveryCodes } = await setUp(login);
    for (const code of [undefined, '', '000000']) {
      for (const reply of [
        await browser.removeSecondFactor(code),
        await browser.ask('POST', '/auth/recovery-codes', code === undefined ? undefined : { code }),
      ]) {
        expect([reply.status, reply.error.details[0].field], code).to.deep.equal([422, 'code']);
      }
    }
    expect((await signIn(auth(), login)).error.reason).to.equal('two_factor_required');
    expect((await browser.removeSecondFactor(recoveryCodes[0])).status).to.equal(204);
  });

  it('notifies the person by email when it is set up', async () => {
    const { login } = await createMember(auth());
    await setUp(login);
    expect((await auth().mailbox.last(login.email, /is on/)).text).to.include("If this wasn't you");
  });

  it('can be changed only within 15 minutes after sign-in', async () => {
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

  it('is stored so that neither the secret nor the recovery codes can be read from the database', async () => {
    const { login } = await createMember(auth());
    const { secret, recoveryCodes } = await setUp(login);
    const dump = await auth().dumpDatabase('live');
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))]) {
      expect(dump).to.not.include(text);
    }
  });
});
