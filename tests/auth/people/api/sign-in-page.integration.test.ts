import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { BrowserSession } from '../../pages/api/browser-session.js';
import { startAuth } from '../../support/auth.js';
import { createMember } from '../../support/member.js';

describe('/auth/sign-in', () => {
  const auth = useFixture(startAuth);
  const open = () => new BrowserSession(auth().url);

  async function signIn(fields: Readonly<Record<string, string>>, query = '') {
    const browser = open();
    const page = await browser.get(`/auth/sign-in${query}`);
    return { browser, page, reply: await browser.submit('/auth/sign-in', page, fields) };
  }

  it('is a page that cannot be framed or cached, and has no scripts', async () => {
    const { status, headers, text } = await open().get('/auth/sign-in');
    expect(status).to.equal(200);
    expect(headers.get('content-security-policy'))
      .to.include("default-src 'none'")
      .and.include("frame-ancestors 'none'");
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(headers.get('referrer-policy')).to.equal('strict-origin');
    const [, stylesheet = ''] = /<link rel="stylesheet" href="([^"]*)">/.exec(text) ?? [];
    const asset = await open().get(stylesheet);
    expect(asset.status).to.equal(200);
    expect(asset.headers.get('content-type')).to.equal('text/css; charset=utf-8');
    expect(asset.headers.get('cache-control')).to.include('immutable');
  });

  it('signs in with a new session, and redirects to the dashboard with 303', async () => {
    const { login } = await createMember(auth());
    const { browser, reply } = await signIn(login);
    expect(reply.status).to.equal(303);
    expect(reply.headers.get('location')).to.equal('/dashboard/');
    expect(browser.cookie('plotline_session')).to.match(/^pl_session_/);
    expect((await browser.get('/auth/sign-out')).text).to.include(login.email);
  });

  it('redirects only to paths on this host, and to an app through a page without form-action in its CSP', async () => {
    const { login } = await createMember(auth());
    const target = '/oauth/authorize?client_id=app_1&state="';
    const { reply, browser } = await signIn(login, `?${new URLSearchParams({ return_to: target })}`);
    const location = reply.headers.get('location') ?? '';
    expect(location).to.match(/^\/auth\/continue\?return_to=/);
    expect((await browser.get(location)).text).to.include(
      '<a class="button primary" href="/oauth/authorize?client_id=',
    );
    const foreign = await signIn(login, '?return_to=https://evil.example/auth/');
    expect(foreign.reply.headers.get('location')).to.equal('/dashboard/');
  });

  it('shows the form again with the address but without the password when the password is wrong', async () => {
    const { login } = await createMember(auth());
    const { browser, reply } = await signIn({ ...login, password: 'another password' });
    expect(reply.status).to.equal(401);
    expect(reply.text).to.include('role="alert"').and.include(`value="${login.email}"`);
    expect(reply.text).to.not.include('another password');
    expect(browser.cookie('plotline_session')).to.equal(undefined);
    const wrong = await signIn({ email: 'not an address', password: 'x' });
    expect(wrong.reply.status).to.equal(422);
    expect(wrong.reply.text).to.include('aria-describedby="email-error"');
  });

  it('accepts a form only from its own page, in the same browser', async () => {
    const { login } = await createMember(auth());
    const browser = open();
    const page = await browser.get('/auth/sign-in');
    const stolen = await open().submit('/auth/sign-in', page, login);
    expect(stolen.status).to.equal(403);
    const foreign = await browser.post('/auth/sign-in', login, { origin: 'https://evil.example' });
    expect(foreign.status).to.equal(403);
    expect(foreign.text).to.include('This form has expired');
    expect(browser.cookie('plotline_session')).to.equal(undefined);
  });

  it('signs out only by a form that belongs to the session, and asks people without a session to sign in first', async () => {
    const { login } = await createMember(auth());
    const { browser } = await signIn(login);
    const token = browser.cookie('plotline_session') ?? '';
    expect((await browser.post('/auth/sign-out', { csrf_token: 'guess' })).status).to.equal(403);
    const reply = await browser.submit('/auth/sign-out', await browser.get('/auth/sign-out'));
    expect(reply.headers.get('location')).to.equal('/auth/sign-in');
    expect(browser.cookie('plotline_session')).to.equal(undefined);
    browser.setCookie('plotline_session', token);
    expect((await browser.get('/auth/sign-out')).headers.get('location')).to.equal(
      '/auth/sign-in?return_to=%2Fauth%2Fsign-out',
    );
  });

  it('refuses an unreadable form with a client error', async () => {
    const send = async (
      body: string | Buffer<ArrayBuffer>,
      headers: Readonly<Record<string, string>> = {},
      path = '/auth/sign-in',
    ) => {
      const type = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
      const reply = await fetch(auth().url + path, { method: 'POST', body, headers: type });
      return [reply.status, (await reply.text()).includes('We couldn&#39;t read your request')];
    };
    const bomb = gzipSync(`email=${'a'.repeat(65_536)}`);
    expect(bomb.length).to.be.lessThan(1_000);
    expect(await send(bomb, { 'content-encoding': 'gzip' }), 'inflates').to.deep.equal([413, true]);
    expect(await send(`email=${'a'.repeat(65_536)}`), 'large').to.deep.equal([413, true]);
    expect(await send('email=a', { 'content-encoding': 'foo' }), 'coding').to.deep.equal([400, true]);
    expect(await send('email=a', { 'content-encoding': 'gzip' }), 'no gzip').to.deep.equal([400, true]);
    const charset = { 'content-type': 'application/x-www-form-urlencoded; charset=bogus' };
    expect(await send('email=a', charset), 'charset').to.deep.equal([400, true]);
    expect(await send('', {}, '/auth/account/sessions/%ff/end'), 'path').to.deep.equal([400, true]);
  });
});
