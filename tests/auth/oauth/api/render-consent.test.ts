import type { ConsentView } from '@plotline/auth/oauth/api/consent-view';
import { renderConsent } from '@plotline/auth/oauth/api/render-consent';
import { expect } from 'chai';

const view: ConsentView = {
  appName: '<img src=x onerror=alert(1)>',
  registeredBy: { name: '<b>Harbour</b>', isOwn: false },
  returnsTo: 'portal.example',
  person: { name: 'Olu & Co', email: 'olu@example.com' },
  scopes: [
    { scope: 'read:leads', text: 'Read your leads' },
    { scope: 'write:leads', text: 'Change your leads' },
  ],
  workspaces: [
    { id: 'ws_1', name: 'North', role: 'agent', withheld: [] },
    { id: 'ws_2', name: 'South', role: 'viewer', withheld: [{ scope: 'write:leads', text: 'Change your leads' }] },
  ],
  action: '/oauth/authorize?client_id=app_1&state=%22',
  csrfToken: 'csrf"secret',
};

describe('The consent page', () => {
  const html = renderConsent(view);

  it("shows the app, the person, each scope, and each workspace with the scopes that the person's role there does not allow", () => {
    for (const part of ['portal.example', 'olu@example.com', 'Read your leads', 'North', 'South', 'viewer']) {
      expect(html).to.include(part);
    }
    expect(html.split('Change your leads')).to.have.length(3);
  });

  it('posts the decision, the workspace and the CSRF token to /oauth/authorize', () => {
    for (const name of ['csrf_token', 'workspace_id', 'decision']) expect(html).to.include(`name="${name}"`);
    for (const value of ['allow', 'deny', 'ws_1', 'ws_2']) expect(html).to.include(`value="${value}"`);
    expect(html).to.include('method="post"');
  });

  it("escapes markup in an app's name", () => {
    expect(html).to.not.include('<img').and.not.include('csrf"secret');
  });

  it('has no script and no inline style', () => {
    expect(html).to.not.match(/<script|<[^>]+ (style|on\w+)=/);
  });
});
