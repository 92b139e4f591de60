import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';
import { useFixture } from '../../../support/use-fixture.js';
import { BrowserSession, type PageReply } from '../../pages/api/browser-session.js';
import { startAuth } from '../../support/auth.js';
import { createMember } from '../../support/member.js';

describe('/auth/account', () => {
  const auth = useFixture(startAuth);

  async function signIn(login: Readonly<Record<string, string>>) {
    const browser = new BrowserSession(auth().url);
    const reply = await browser.submit('/auth/sign-in', await browser.get('/auth/sign-in'), login);
    return { browser, reply };
  }

  /** Returns the code that the authenticator app shows `later` steps of 30 seconds from now. */
  function computeCode(secret: string, later = 0): string {
    const timestamp = auth().context.clock().getTime() + later * 30_000;
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  }

  const readSecret = ({ text }: PageReply) => /<code class="secret">([^<]*)</.exec(text)?.[1]?.replaceAll(' ', '');

  async function setUpTwoFactor(browser: BrowserSession) {
    await browser.submit('/auth/two-factor/start', await browser.get('/auth/two-factor'));
    const page = await browser.get('/auth/two-factor');
    const secret = readSecret(page) ?? '';
    const wrong = await browser.submit('/auth/two-factor', page, { code: '12' });
    const done = await browser.submit('/auth/two-factor', page, { code: computeCode(secret) });
    const codes = [...done.text.matchAll(/<li><code>([^<]*)</g)].map(([, code = '']) => code);
    return { secret, wrong, codes };
  }

  it('shows the signed-in person, the workspaces and the sessions, and can end the other sessions', async () => {
    const { login, workspace } = await createMember(auth(), 'admin');
    const { browser } = await signIn(login);
    const other = await signIn(login);
    const page = await browser.get('/auth/account');
    for (const part of [login.email, workspace.name, 'admin', 'This session', 'End other sessions']) {
      expect(page.text).to.include(part);
    }
    const [, path = ''] = /action="(\/auth\/account\/sessions\/session_\w+\/end)"/.exec(page.text) ?? [];
    expect((await browser.submit(path, page)).headers.get('location')).to.equal('/auth/account?done=session_ended');
    expect((await browser.get('/auth/account?done=session_ended')).text).to.include('The session has ended.');
    expect((await other.browser.get('/auth/account')).status).to.equal(303);
    const third = await signIn(login);
    await browser.submit('/auth/account/sessions/end', page);
    expect((await third.browser.get('/auth/account')).status).to.equal(303);
    expect((await browser.get('/auth/account')).status).to.equal(200);
  });

  it("does not end another person's session", async () => {
    const { browser } = await signIn((await createMember(auth())).login);
    const { login } = await createMember(auth());
    const other = await signIn(login);
    const { sessions, people } = auth().context;
    const person = await people.findByEmail(login.email);
    const [session] = await sessions.listOpen(person?.id ?? '');
    const form = await browser.get('/auth/account/password');
    const reply = await browser.submit(`/auth/account/sessions/${session?.id}/end`, form);
    expect(reply.status).to.equal(404);
    expect((await other.browser.get('/auth/account')).status).to.equal(200);
  });

  it('changes the password after the current one is entered, and continues in a new session', async () => {
    const { login } = await createMember(auth());
    const { browser } = await signIn(login);
    const before = browser.cookie('plotline_session');
    const form = await browser.get('/auth/account/password');
    const fields = { current_password: 'not this one', new_password: 'a lighthouse of paper' };
    const refused = await browser.submit('/auth/account/password', form, fields);
    expect(refused.status).to.equal(422);
    expect(refused.text).to.include('id="current_password-error"').and.not.include('lighthouse');
    await browser.submit('/auth/account/password', form, { ...fields, current_password: login.password });
    expect(browser.cookie('plotline_session')).to.not.equal(before);
    expect((await browser.get('/auth/account')).status).to.equal(200);
    expect((await signIn({ ...login, password: fields.new_password })).reply.status).to.equal(303);
  });

  it('sets up a second factor, shows the recovery codes once, and asks for a code at the next sign-in', async () => {
    const { login } = await createMember(auth());
    const { browser } = await signIn(login);
    const { secret, wrong, codes } = await setUpTwoFactor(browser);
    expect(wrong.status).to.equal(422);
    expect(wrong.text).to.include('aria-describedby="code-hint code-error"').and.include('<svg');
    expect(codes).to.have.length(10);
    expect((await browser.get('/auth/two-factor')).headers.get('location')).to.equal('/auth/account');

    const { browser: next, reply } = await signIn(login);
    expect(reply.status).to.equal(200);
    expect(next.cookie('plotline_session')).to.equal(undefined);
    const again = await next.submit('/auth/sign-in/code', reply, { code: '000000' });
    expect(again.status).to.equal(401);
    const code = computeCode(secret, 1);
    const entered = await next.submit('/auth/sign-in/code', again, { code });
    expect(entered.headers.get('location')).to.equal('/dashboard/');

    const replay = await signIn(login);
    expect((await replay.browser.submit('/auth/sign-in/code', replay.reply, { code })).status).to.equal(401);
    const recovered = await replay.browser.submit('/auth/sign-in/code', replay.reply, { code: codes[0] ?? '' });
    expect(recovered.status).to.equal(303);
    expect((await replay.browser.get('/auth/account')).text).to.include('9 recovery codes left');
  });

  it('turns off the second factor and creates new recovery codes only with a code', async () => {
    const { login } = await createMember(auth());
    const { browser } = await signIn(login);
    const { codes } = await setUpTwoFactor(browser);
    const renewal = await browser.get('/auth/account/recovery-codes');
    const refused = await browser.submit('/auth/account/recovery-codes', renewal, { code: '000000' });
    expect([refused.status, refused.text.includes('id="code-error"')]).to.deep.equal([422, true]);
    const renewed = await browser.submit('/auth/account/recovery-codes', renewal, { code: codes[0] ?? '' });
    const [, fresh = ''] = /<li><code>([^<]*)</.exec(renewed.text) ?? [];
    const page = await browser.get('/auth/account/two-factor/off');
    expect((await browser.submit('/auth/account/two-factor/off', page, { code: '' })).status).to.equal(422);
    const off = await browser.submit('/auth/account/two-factor/off', page, { code: fresh });
    expect(off.headers.get('location')).to.equal('/auth/account?done=two_factor_off');
    expect((await signIn(login)).reply.status).to.equal(303);
  });

  it('accepts the second sign-in step for five minutes after the first', async () => {
    const { login } = await createMember(auth());
    const { codes } = await setUpTwoFactor((await signIn(login)).browser);
    const { browser, reply } = await signIn(login);
    auth().passTime(5 * 60_000 + 1_000);
    const late = await browser.submit('/auth/sign-in/code', reply, { code: codes[0] ?? '' });
    expect(late.headers.get('location')).to.equal('/auth/sign-in?notice=step_over');
    expect((await browser.get('/auth/sign-in?notice=step_over')).text).to.include('role="status"');
  });

  it('requires a new sign-in before the second factor is changed, if the last sign-in is too old', async () => {
    const { login } = await createMember(auth());
    const { browser } = await signIn(login);
    auth().passTime(20 * 60_000);
    const reply = await browser.submit('/auth/two-factor/start', await browser.get('/auth/two-factor'));
    expect(reply.headers.get('location')).to.equal('/auth/sign-in?return_to=%2Fauth%2Ftwo-factor&notice=again');
  });

  it('shows a new secret and accepts its code only within 15 minutes after sign-in', async () => {
    const { login } = await createMember(auth());
    const { browser } = await signIn(login);
    await browser.submit('/auth/two-factor/start', await browser.get('/auth/two-factor'));
    const begun = await browser.get('/auth/two-factor');
    const secret = readSecret(begun) ?? '';
    auth().passTime(15 * 60_000 + 1_000);
    expect(readSecret(await browser.get('/auth/two-factor'))).to.equal(undefined);
    const refused = await browser.submit('/auth/two-factor', begun, { code: computeCode(secret) });
    expect(refused.headers.get('location')).to.equal('/auth/sign-in?return_to=%2Fauth%2Ftwo-factor&notice=again');
    const { browser: again } = await signIn(login);
    const page = await again.get('/auth/two-factor');
    expect(readSecret(page)).to.equal(secret);
    const done = await again.submit('/auth/two-factor', page, { code: computeCode(secret) });
    expect([done.status, done.text.includes('Save your recovery codes')]).to.deep.equal([200, true]);
  });
});
