import { expect } from 'chai';
import { assertAccessibleInBothSchemes } from '../../../../dashboard/support/both-schemes.js';
import { holdRequests } from '../../../../dashboard/support/hold-requests.js';
import { chooseColumns, leads, leadsWorkbook } from '../../../../dashboard/support/lead-file.js';
import { openDashboard, phone } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';

describe('the imports page', () => {
  const browser = useBrowser();

  it('locks the options while a file uploads, and sends it once', async () => {
    const { page, workspace, close } = await openDashboard(browser(), { path: 'transfers/new' });
    await page.getByLabel('Drop a file here').setInputFiles(leads(['Noor Haddad,noor@example.com,300000']));
    await chooseColumns(page);
    const release = await holdRequests(page, '**/v1/leads/import?*', 'POST');
    await page.getByRole('button', { name: 'Import now' }).click();
    await page.getByRole('button', { name: 'Import now', disabled: true }).waitFor();
    const choices = [
      page.getByLabel(/leads.csv/),
      page.getByLabel('Record type'),
      page.getByLabel('Field for Full name'),
      page.getByLabel('Update existing records'),
    ];
    for (const choice of choices) expect(await choice.isDisabled()).to.equal(true);
    for (const name of ['Check the file', 'Import now']) {
      expect(await page.getByRole('button', { name }).isDisabled()).to.equal(true);
    }
    release();
    await page.getByText('All leads were imported.').waitFor();
    expect((await workspace.api.get('/v1/imports')).records).to.have.length(1);
    await close();
  });

  it('fits a phone, with touch targets that are large enough', async () => {
    const { page, close } = await openDashboard(browser(), { path: 'transfers/new', viewport: phone });
    await page.getByLabel('Drop a file here').setInputFiles(leadsWorkbook);
    await page.getByLabel('Sheet').selectOption('Leads');
    await page.getByLabel('Zoopla').waitFor();
    await page.getByRole('region', { name: '5. First rows' }).getByRole('row').nth(1).waitFor();
    const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(beyond, 'pixels beyond the window').to.be.at.most(0);
    // The file input is hidden, so its label is the touch target.
    for (const target of await page.locator('main section').locator('select, button').all()) {
      const box = await target.boundingBox();
      expect(box?.height, (await target.textContent()) ?? '').to.be.at.least(44);
    }
    await assertAccessibleInBothSchemes(page);
    await close();
  });

  it('explains a missing role, and offers no actions', async () => {
    const viewer = await openDashboard(browser(), { path: 'transfers', role: 'viewer' });
    const { page, workspace, visit, close } = viewer;
    for (const path of ['transfers', 'transfers/exports', 'transfers/new', 'transfers/imports/imp_unknown']) {
      await visit(path);
      await page.getByText("Your role doesn't allow this").waitFor();
      expect(await page.getByRole('main').getByRole('button').or(page.getByLabel('Drop a file')).count()).to.equal(0);
      expect(await page.getByRole('main').getByRole('link').count(), path).to.equal(0);
    }
    await close();
    const agent = await openDashboard(browser(), { path: 'transfers/feed', role: 'agent', workspace });
    await agent.page.getByText("Your role doesn't allow this").waitFor();
    expect(await agent.page.getByRole('button', { name: 'Create feed' }).count()).to.equal(0);
    await agent.close();
  });

  it("says next to the button that the skipped rows can't be downloaded", async () => {
    const { page, faults, close } = await openDashboard(browser(), { path: 'transfers/new' });
    faults.expectError(/404/);
    await page.getByLabel('Drop a file here').setInputFiles(leads(['Jo Bell,no address,1']));
    await chooseColumns(page);
    await page.getByRole('button', { name: 'Import now' }).click();
    await page.getByRole('link', { name: 'Import again' }).click();
    const error = { code: 'NOT_FOUND', message: 'The rows are kept no longer.' };
    await page.route('**/errors?format=csv', (route) =>
      route.fulfill({ status: 404, json: { success: false, error } }),
    );
    await page.getByRole('button', { name: 'Use the skipped rows' }).click();
    await page.getByRole('region', { name: '1. File' }).getByText('The rows are kept no longer.').waitFor();
    await page.getByLabel('Drop a file here').setInputFiles(leads(['Jo Bell,jo@example.com,1']));
    await page.getByRole('button', { name: 'Check the file' }).waitFor();
    expect(await page.getByText("This file can't be imported").count()).to.equal(0);
    await close();
  });
});
