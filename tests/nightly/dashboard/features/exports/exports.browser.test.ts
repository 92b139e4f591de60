import { expect } from 'chai';
import { openDashboard, phone } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';

describe('the exports page', () => {
  const browser = useBrowser();

  it('exports the selected records to a file', async () => {
    const { page, workspace, close } = await openDashboard(browser(), { path: 'transfers/exports', viewport: phone });
    await workspace.api.create('/v1/leads', { name: 'Noor Haddad', email: 'noor@example.com' });
    await page.getByRole('button', { name: 'Export records' }).click();
    await page.getByRole('dialog').getByLabel('Stage').selectOption('new');
    await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
    const link = page.getByRole('link', { name: 'Download leads' });
    await link.waitFor();
    const file = await fetch((await link.getAttribute('href')) ?? '');
    expect(await file.text()).to.include('Noor Haddad');
    await close();
  });
});
