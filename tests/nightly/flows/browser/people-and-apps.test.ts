import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { eventually } from '../../../support/eventually.js';
import { readLink } from '../../../support/mail-folder.js';
import { startReceiver } from '../../../support/receiver.js';
import { system } from '../../../support/system.js';
import { computeCode } from '../../../support/totp-code.js';
import { useFixture } from '../../../support/use-fixture.js';
import { newVisitor, type Visitor } from './visitor.js';

const run = randomUUID().slice(0, 8);
const owner = { name: 'Ines Duarte', email: `ines-${run}@harbour.example`, password: `three otters and a kite ${run}` };
const agent = { name: 'Tom Okafor', email: `tom-${run}@harbour.example`, password: `seven lamps in the fog ${run}` };
const workspaceName = `Harbour Homes ${run}`;

/** Parts of the answers that the tests need. */
interface Envelope {
  readonly data: {
    readonly csrf_token: string;
    readonly id: string;
    readonly client_secret: string;
  };
}

describe('people and apps in a browser', function () {
  // Each test continues from the previous one.
  this.bail(true);
  const browser = useBrowser();
  const app = useFixture(startReceiver);
  const website = useFixture(startReceiver);
  let ines: Visitor;
  let secret = '';
  let recoveryCodes: readonly string[] = [];

  before(async () => {
    ines = await newVisitor(browser());
  });

  /** Calls an endpoint on the authorization server's host with a browser's cookies, as a dashboard does. */
  async function call(visitor: Visitor, path: string, body: object): Promise<Envelope['data']> {
    const { request } = visitor.context;
    const session: Envelope = await (await request.get('/auth/session')).json();
    const headers = { 'x-csrf-token': session.data.csrf_token, origin: system().urls.auth };
    const response = await request.post(path, { data: body, headers });
    expect(response.status(), await response.text()).to.equal(201);
    const envelope: Envelope = await response.json();
    return envelope.data;
  }

  async function signIn(visitor: Visitor, { email, password }: typeof owner): Promise<void> {
    await visitor.fill({ Email: email, Password: password });
    await visitor.press('Sign in');
  }

  it('sign up and confirm with the link in an email, which is not redeemed just by opening the page', async () => {
    await ines.visit('/auth/sign-in');
    await ines.press('Create a workspace');
    await ines.fill({
      'Your name': owner.name,
      Workspace: workspaceName,
      Email: 'no address',
      Password: owner.password,
    });
    await ines.press('Create workspace');
    expect(await ines.page.title()).to.match(/^Error: /);
    expect(await ines.page.getByLabel('Your name').inputValue()).to.equal(owner.name);
    await ines.fill({ Email: owner.email, Password: owner.password });
    await ines.press('Create workspace');
    expect(await ines.heading()).to.equal('Check your email');
    const link = await readLink(owner.email, '/auth/confirm');
    for (let scan = 0; scan < 3; scan += 1) expect((await fetch(link)).status).to.equal(200);
    await ines.visit(link);
    await ines.fill({ 'Your password': 'not what was chosen' });
    await ines.press('Confirm this address');
    expect(await ines.page.title()).to.match(/^Error: /);
    await ines.fill({ 'Your password': owner.password });
    await ines.press('Confirm this address', '/dashboard/');
    await ines.visit(link);
    expect(await ines.heading()).to.equal('This link no longer works');
  });

  it('are signed in after the sign-up, and set up a second factor', async () => {
    await ines.visit('/auth/account');
    expect(await ines.heading()).to.equal(owner.name);
    await ines.press('Set up two-factor authentication');
    await ines.press('Start');
    secret = ((await ines.page.locator('.secret').textContent()) ?? '').replaceAll(' ', '');
    await ines.fill({ 'Code from the app': '000000' });
    await ines.press('Turn on');
    expect(await ines.page.title()).to.match(/^Error: /);
    await ines.fill({ 'Code from the app': computeCode(secret) });
    await ines.press('Turn on');
    recoveryCodes = await ines.page.locator('.codes code').allTextContents();
    expect(recoveryCodes).to.have.length(10);
    await ines.press("I've saved them");
    expect(await ines.text()).to.include('10 recovery codes left');
  });

  it('sign in with a second-factor code, which works only once', async () => {
    await ines.press('Sign out');
    await ines.press('Sign out');
    await signIn(ines, owner);
    expect(await ines.heading()).to.equal('Enter your code');
    const code = computeCode(secret, 1);
    await ines.fill({ Code: code });
    await ines.press('Continue');
    expect(await ines.heading()).to.equal('Today');
    const elsewhere = await newVisitor(browser());
    await elsewhere.visit('/auth/sign-in');
    await signIn(elsewhere, owner);
    await elsewhere.fill({ Code: code });
    await elsewhere.press('Continue');
    expect(await elsewhere.page.title()).to.match(/^Error: /);
    await elsewhere.context.close();
  });

  it('invite an agent, who accepts with the link and signs in', async () => {
    await call(ines, '/live/v1/agents', { name: agent.name, email: agent.email, role: 'agent' });
    const tom = await newVisitor(browser());
    await tom.visit(await readLink(agent.email, '/auth/invitation'));
    expect(await tom.heading()).to.equal(`Join ${workspaceName}`);
    await tom.fill({ Password: 'too short' });
    await tom.press(`Join ${workspaceName}`);
    expect(await tom.page.title()).to.match(/^Error: /);
    await tom.fill({ Password: agent.password });
    await tom.press(`Join ${workspaceName}`);
    expect(await tom.heading()).to.equal('Today');
    expect(new URL(tom.page.url()).pathname).to.match(/^\/dashboard\/ws_/);
    await tom.context.close();
  });

  it('choose a new password by email when they forgot the old one', async () => {
    const tom = await newVisitor(browser());
    await tom.visit('/auth/sign-in');
    await tom.press('Forgot your password?');
    await tom.fill({ Email: agent.email });
    await tom.press('Send link');
    await tom.visit(await readLink(agent.email, '/auth/reset'));
    const password = 'a lighthouse of paper';
    await tom.fill({ 'New password': password });
    await tom.press('Save password');
    await signIn(tom, { ...agent, password });
    expect(await tom.heading()).to.equal('Today');
    await tom.context.close();
  });

  it('authorize an app, which gets a token that reads leads until they withdraw the consent', async () => {
    const redirectUri = new URL('/callback', app().url).href;
    const { id: client_id, client_secret } = await call(ines, '/auth/apps', {
      name: 'Portal Sync',
      redirect_uris: [redirectUri],
      scopes: ['read:leads'],
      confidential: true,
    });
    const query = { response_type: 'code', client_id, redirect_uri: redirectUri, scope: 'read:leads', state: run };
    const visitor = await newVisitor(browser());
    const authorize = `/oauth/authorize?${new URLSearchParams(query)}`;
    await visitor.visit(authorize);
    await signIn(visitor, owner);
    await visitor.fill({ Code: recoveryCodes[0] ?? '' });
    await visitor.press('Continue', '/oauth/authorize');
    expect(await visitor.heading()).to.equal('Allow Portal Sync?');
    await visitor.press('Cancel', '/callback');
    expect(new URL(visitor.page.url()).searchParams.get('error')).to.equal('access_denied');
    await visitor.visit(authorize);
    await visitor.press('Allow', '/callback');
    const landed = new URL(visitor.page.url());
    expect(landed.origin + landed.pathname).to.equal(redirectUri);
    expect(landed.searchParams.get('state')).to.equal(run);
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code: landed.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      client_id,
      client_secret,
    });
    const exchanged = await fetch(`${system().urls.auth}/oauth/token`, { method: 'POST', body });
    const { access_token } = JSON.parse(await exchanged.text());
    const readLeads = async () => {
      const headers = { authorization: `Bearer ${access_token}` };
      return (await fetch(`${system().urls.api}/v1/leads`, { headers })).status;
    };
    expect(await readLeads()).to.equal(200);

    await visitor.visit('/auth/account');
    await visitor.press('Revoke the access of Portal Sync');
    expect(await visitor.text()).to.include('The app no longer has access.');
    await eventually(async () => expect(await readLeads()).to.equal(401));
    await visitor.context.close();
  });

  it('can use an app whose callback redirects to another origin', async () => {
    const redirectUri = new URL('/callback', app().url).href;
    const landing = new URL('/signed-in', website().url).href;
    app().answer = (response) => void response.writeHead(302, { location: landing }).end();
    const { id: client_id } = await call(ines, '/auth/apps', {
      name: 'Portal Website',
      redirect_uris: [redirectUri],
      scopes: ['read:leads'],
      confidential: true,
    });
    const query = { response_type: 'code', client_id, redirect_uri: redirectUri, scope: 'read:leads' };
    for (const decision of ['Allow', 'Cancel']) {
      await ines.visit(`/oauth/authorize?${new URLSearchParams(query)}`);
      await ines.press(decision, '/signed-in');
      expect(ines.page.url()).to.equal(landing);
    }
  });

  it('remain on the authorization server when the app is unknown', async () => {
    const visitor = await newVisitor(browser());
    await visitor.visit('/oauth/authorize?response_type=code&client_id=app_unknown&redirect_uri=https://evil.example/');
    expect(await visitor.heading()).to.equal("We don't know this app");
    await visitor.context.close();
  });
});
