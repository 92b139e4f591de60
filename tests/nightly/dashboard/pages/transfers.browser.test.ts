import { expect } from 'chai';
import { assertAccessibleInBothSchemes } from '../../../dashboard/support/both-schemes.js';
import { holdRequests } from '../../../dashboard/support/hold-requests.js';
import { chooseColumns, leads } from '../../../dashboard/support/lead-file.js';
import { openDashboard, phone } from '../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../support/browser/use-browser.js';

describe('importing and exporting in the dashboard', () => {
  const browser = useBrowser();

  it('is sent once: while the file is on its way no choice can be changed, and nothing sent again', async () => {
    const { page, workspace, close } = await openDashboard(browser(), { path: 'transfers/new' });
    await page.getByLabel('Drop a file here').setInputFiles(leads(['Noor Haddad,noor@example.com,300000']));
    await chooseColumns(page);
    const release = await holdRequests(page, '**/v1/leads/import?*', 'POST');
    await page.getByRole('button', { name: 'Import now' }).click();
    await page.getByRole('button', { name: 'Import now', disabled: true }).waitFor();
    const choices = [
      page.getByLabel(/leads.csv/),
      page.getByLabel('Each row is one of the'),
      page.getByLabel('What Full name becomes'),
      page.getByLabel('Update them'),
    ];
    for (const choice of choices) expect(await choice.isDisabled()).to.equal(true);
    for (const name of ['Check the file', 'Import now']) {
      expect(await page.getByRole('button', { name }).isDisabled()).to.equal(true);
    }
    release();
    await page.getByText('All leads of the file are imported.').waitFor();
    expect((await workspace.api.get('/v1/imports')).records).to.have.length(1);
    await close();
  });

  it('tells those whose role does not include it, and offers them nothing', async () => {
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
    expect(await agent.page.getByRole('button', { name: 'Create the feed' }).count()).to.equal(0);
    await agent.close();
  });

  it('says beside its button that the rows that were left out cannot be had, and blames no other file for it', async () => {
    const { page, faults, close } = await openDashboard(browser(), { path: 'transfers/new' });
    faults.expectError(/404/);
    await page.getByLabel('Drop a file here').setInputFiles(leads(['Jo Bell,no address,1']));
    await chooseColumns(page);
    await page.getByRole('button', { name: 'Import now' }).click();
    await page.getByRole('link', { name: 'Send again' }).click();
    const error = { code: 'NOT_FOUND', message: 'The rows are kept no longer.' };
    await page.route('**/errors?format=csv', (route) =>
      route.fulfill({ status: 404, json: { success: false, error } }),
    );
    await page.getByRole('button', { name: 'Use the rows that were left out' }).click();
    await page.getByRole('region', { name: '1. The file' }).getByText('The rows are kept no longer.').waitFor();
    await page.getByLabel('Drop a file here').setInputFiles(leads(['Jo Bell,jo@example.com,1']));
    await page.getByRole('button', { name: 'Check the file' }).waitFor();
    expect(await page.getByText('The file was refused').count()).to.equal(0);
    await close();
  });

  it('makes a file of the records that are chosen, and gives the feed an address that is shown once', async () => {
    const { page, workspace, faults, visit, close } = await openDashboard(browser(), {
      path: 'transfers/exports',
      viewport: phone,
    });
    await workspace.api.create('/v1/leads', { name: 'Noor Haddad', email: 'noor@example.com' });
    await page.getByRole('button', { name: 'Export records' }).click();
    await page.getByRole('dialog').getByLabel('Stage').selectOption('new');
    await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
    const link = page.getByRole('link', { name: 'Download leads' });
    await link.waitFor();
    const file = await fetch((await link.getAttribute('href')) ?? '');
    expect(await file.text()).to.include('Noor Haddad');

    faults.expectError(/404/);
    await visit('transfers/feed');
    await page.getByRole('button', { name: 'Create the feed' }).click();
    const address = await page.getByLabel('XML', { exact: true }).inputValue();
    expect((await fetch(address)).status).to.equal(200);
    await page.getByRole('button', { name: 'New address' }).click();
    await page.getByRole('button', { name: 'Make a new address' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect((await fetch(address)).status).to.equal(404);
    await assertAccessibleInBothSchemes(page);
    await page.reload();
    await page.getByText('The feed has had its address').waitFor();
    expect(await page.getByLabel('XML', { exact: true }).count()).to.equal(0);
    await close();
  });
});
