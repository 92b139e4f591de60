import { createSystemCaller } from '@plotline/kit/core/caller';
import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';
import { useFixture } from '../../../support/use-fixture.js';
import { BrowserSession, type PageReply } from '../../pages/api/browser-session.js';
import { redirectUri, startAuthorization, type TestClient, type TestPerson } from '../../support/authorization.js';

describe('/oauth/authorize when a workspace requires a second factor', () => {
  const server = useFixture(startAuthorization);
  let person: TestPerson;
  let client: TestClient;
  beforeEach(async () => {
    person = await server().person('admin');
    client = await server().client(person.workspace.id);
    await requireTwoFactor(person.workspace.id);
  });

  async function requireTwoFactor(workspaceId: string): Promise<void> {
    const caller = createSystemCaller({ workspaceId, mode: 'live' }, 'tests', 'req_tests');
    await server().context.workspaces.change({ caller }, (now) => ({ ...now, require_two_factor: true }));
  }

  function open(): BrowserSession {
    const browser = new BrowserSession(server().url);
    const [name = '', value = ''] = person.cookie.split('=');
    browser.setCookie(name, value);
    return browser;
  }

  const toPath = (change: Record<string, string> = {}) => {
    const request = { response_type: 'code', client_id: client.client_id, redirect_uri: redirectUri };
    return `/oauth/authorize?${new URLSearchParams({ ...request, scope: 'read:leads', state: 'a&b', ...change })}`;
  };
  const locationOf = ({ status, headers }: PageReply) => {
    expect(status).to.equal(303);
    return headers.get('location') ?? '';
  };
  const returnOf = (location: string) => new URL(location, 'http://localhost').searchParams.get('return_to');

  /** Sets up a second factor, starting at the first page of the setup. Returns the last page. */
  async function setUp(browser: BrowserSession, location: string): Promise<PageReply> {
    const begun = await browser.submit('/auth/two-factor/start', await browser.get(location));
    const page = await browser.get(locationOf(begun));
    const secret = /<code class="secret">([^<]+)</.exec(page.text)?.[1]?.replaceAll(' ', '') ?? '';
    const timestamp = server().context.clock().getTime();
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
    const last = await browser.submit('/auth/two-factor', page, { code });
    expect(last.status).to.equal(200);
    return last;
  }

  const nextOf = ({ text }: PageReply) =>
    /<a class="button primary" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';

  it('redirects a person without a second factor to its setup, and then back to the complete request', async () => {
    const browser = open();
    const location = locationOf(await browser.get(toPath()));
    expect(location).to.match(/^\/auth\/two-factor\?/);
    expect(returnOf(location)).to.equal(toPath());
    const next = nextOf(await setUp(browser, location));
    expect(next).to.equal(toPath());
    const consent = await browser.get(next);
    expect([consent.status, consent.text.includes(person.workspace.name)]).to.deep.equal([200, true]);
    expect(locationOf(await browser.get(location)), 'once it is set up').to.equal(toPath());
  });

  it('redirects to the setup after consent on an outdated page, and to the app when consent is refused', async () => {
    const form = { csrf_token: person.csrf, workspace_id: person.workspace.id };
    const agreed = await open().post(toPath(), { ...form, decision: 'allow' });
    expect(returnOf(locationOf(agreed))).to.equal(toPath());
    const declined = await open().post(toPath(), { ...form, decision: 'deny' });
    expect(locationOf(declined))
      .to.include('error=access_denied')
      .and.match(/^https:\/\/portal\.example\//);
  });

  it('keeps the request when the sign-in is too old to set up a second factor', async () => {
    const browser = open();
    const location = locationOf(await browser.get(toPath()));
    const page = await browser.get(location);
    server().passTime(16 * 60_000);
    const again = locationOf(await browser.submit('/auth/two-factor/start', page));
    expect(again).to.match(/^\/auth\/sign-in\?/);
    const login = { email: person.email, password: `password of ${person.email.split('@')[0]}` };
    const signedIn = await browser.submit('/auth/sign-in', await browser.get(again), login);
    const next = locationOf(signedIn);
    expect(next).to.match(/^\/auth\/two-factor\?/);
    expect(nextOf(await setUp(browser, next))).to.equal(toPath());
  });

  it('immediately asks for consent for another workspace that the person can use, and offers only that one', async () => {
    const elsewhere = await server().person('agent');
    await server().agents.put(elsewhere.workspace.id, 'agent_elsewhere', { role: 'agent' });
    await server().context.memberships.add({
      workspace_id: elsewhere.workspace.id,
      person_id: person.personId,
      agent_id: 'agent_elsewhere',
    });
    const { status, text } = await open().get(toPath());
    expect(status).to.equal(200);
    expect(text).to.include(elsewhere.workspace.id).and.not.include(person.workspace.id);
  });

  it("returns access_denied to the app when the person's role doesn't allow the scope either", async () => {
    const viewer = await server().person('viewer');
    person = viewer;
    client = await server().client(viewer.workspace.id);
    await requireTwoFactor(viewer.workspace.id);
    expect(locationOf(await open().get(toPath({ scope: 'write:leads' })))).to.include('error=access_denied');
  });

  it('does not redirect to the app before sign-in, even when the request is too long to keep', async () => {
    const visitor = new BrowserSession(server().url);
    const state = '&'.repeat(2_000);
    const { status, headers } = await visitor.get(toPath({ state }));
    expect([status, headers.get('location')]).to.deep.equal([400, null]);
  });

  it('returns interaction_required for a refresh until the second factor is set up', async () => {
    const workspaceId = person.workspace.id;
    const caller = createSystemCaller({ workspaceId, mode: 'live' }, 'tests', 'req_tests');
    await server().context.workspaces.change({ caller }, (now) => ({ ...now, require_two_factor: false }));
    const tokens = await server().tokens(person, client);
    await requireTwoFactor(workspaceId);
    const refused = await server().refresh(client, tokens.refresh_token);
    expect([refused.status, refused.body.error]).to.deep.equal([400, 'interaction_required']);
    expect((await server().post('/oauth/introspect', { token: tokens.access_token, ...client })).body).to.deep.equal({
      active: false,
    });
    const browser = open();
    await setUp(browser, locationOf(await browser.get(toPath())));
    expect((await server().refresh(client, tokens.refresh_token)).status).to.equal(200);
  });
});
