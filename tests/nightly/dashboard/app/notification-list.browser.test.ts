import { expect } from 'chai';
import { openDashboard } from '../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../support/browser/use-browser.js';

const leadsTo = {
  webhook: ['Show the webhook', 'developers/webhooks/id_1'],
  integration: ['Show the integration', 'integrations/id_1'],
  resend: ['Show the webhooks', 'developers/webhooks'],
  import: ['Show the import', 'transfers/imports/id_1'],
  export: ['Show the exports', 'transfers/exports'],
  lead: ['Show the lead', 'pipeline/id_1'],
  agent: ['Show the leads', 'pipeline?agent_id=id_1'],
} as const;

describe('a notification', () => {
  const browser = useBrowser();

  it('links to its subject', async () => {
    const { page, workspace, close } = await openDashboard(browser());
    await page.route('**/live/v1/notifications?*', (route) => {
      const data = Object.keys(leadsTo).map((type) => {
        return {
          id: type,
          type: 'webhook.disabled',
          data: {},
          message: `About: ${type}`,
          subject: { type, id: 'id_1' },
          created_at: '2026-03-02T12:05:00Z',
        };
      });
      return route.fulfill({ json: { success: true, data, meta: { next_cursor: null } } });
    });
    await page.getByRole('button', { name: /^Notifications/ }).click();
    for (const [name, path] of Object.values(leadsTo)) {
      const href = await page.getByRole('link', { name, exact: true }).getAttribute('href');
      expect(href, name).to.equal(`/dashboard/${workspace.id}/live/${path}`);
    }
    await close();
  });
});
