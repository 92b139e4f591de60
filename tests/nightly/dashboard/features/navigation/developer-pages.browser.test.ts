import { expect } from 'chai';
import { assertAccessibleInBothSchemes } from '../../../../dashboard/support/both-schemes.js';
import { openDashboard, phone } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { eventually } from '../../../../support/eventually.js';

describe('the developer pages', () => {
  const browser = useBrowser();

  it('show events, usage and the audit log, and reset the sandbox after its name is typed', async () => {
    const { page, workspace, visit, close } = await openDashboard(browser(), { path: 'developers/apps' });
    await workspace.api.post('/v1/leads', { name: 'Noor Haddad', email: 'noor@example.com', source: 'website' });
    await visit('developers/events');
    await eventually(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.locator('summary', { hasText: 'lead.created' }).waitFor({ timeout: 2_000 });
    });
    await visit('developers/catalogue');
    await page.locator('summary', { hasText: 'unit.sold' }).click();
    await page.getByLabel('Example of unit.sold').getByText('"event": "unit.sold"').waitFor();
    await assertAccessibleInBothSchemes(page);
    await visit('developers/audit');
    await page.getByRole('table', { name: 'Audit log' }).waitFor();
    await visit('developers/usage');
    await page.getByText(/^This minute:/).waitFor();
    await visit('developers/consents');
    await page.getByText('No authorized apps').waitFor();
    await visit('developers/sandbox');
    const reset = page.getByRole('button', { name: 'Reset the sandbox' });
    expect(await reset.isDisabled()).to.equal(true);
    const field = page.getByLabel(/^Type .* to confirm$/);
    const label = (await page.getByText(/^Type .* to confirm$/).textContent()) ?? '';
    await field.fill(label.replace(/^Type (.*) to confirm$/, '$1'));
    await reset.click();
    await page.getByText(/^The reset started/).waitFor();
    await close();
  });

  it('show a server error on a phone, and refuse agents and viewers', async () => {
    const { page, workspace, faults, visit, close } = await openDashboard(browser(), {
      path: 'developers',
      viewport: phone,
    });
    await page
      .getByText(/^\d+ of \d+$|No API keys yet/)
      .first()
      .waitFor();
    faults.expectError(/500/);
    await page.route('**/auth/apps?*', (route) =>
      route.fulfill({
        status: 500,
        json: { success: false, error: { code: 'INTERNAL_ERROR', message: 'Out of order.' } },
      }),
    );
    await visit('developers/apps');
    await page.getByText('Out of order.').waitFor();
    await close();
    const agent = await openDashboard(browser(), { path: 'developers/webhooks', role: 'agent', workspace });
    await agent.page.getByText("Your role doesn't allow this").waitFor();
    for (const path of ['apps', 'events', 'consents', 'audit']) {
      await agent.visit(`developers/${path}`);
      await agent.page.getByText("Your role doesn't allow this").waitFor();
    }
    await agent.close();
    const viewer = await openDashboard(browser(), { path: 'developers', role: 'viewer', workspace });
    await viewer.page.getByText("Your role doesn't allow this").waitFor();
    await assertAccessibleInBothSchemes(viewer.page);
    await viewer.close();
  });
});
