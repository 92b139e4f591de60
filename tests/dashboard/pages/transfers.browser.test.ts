import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useBrowser } from '../../support/browser/use-browser.js';
import { eventually } from '../../support/eventually.js';
import { assertAccessibleInBothSchemes } from '../support/both-schemes.js';
import { holdRequests } from '../support/hold-requests.js';
import { openDashboard, phone } from '../support/open-dashboard.js';

const leads = (rows: readonly string[]) => ({
  name: 'leads.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['Full name,Mail address,Budget from', ...rows, ''].join('\n')),
});

const meanings = { 'Full name': 'name', 'Mail address': 'email', 'Budget from': 'budget.min' };

/** Says what each column is; the server guesses those that are named as its fields are. */
async function chooseColumns(page: Page) {
  for (const [column, field] of Object.entries(meanings)) {
    await page.getByLabel(`What ${column} becomes`).selectOption(field);
  }
}

describe('importing and exporting in the dashboard', () => {
  const browser = useBrowser();

  it('corrects a column, checks the file, imports it, and sends what was left out again', async () => {
    const { page, workspace, close } = await openDashboard(browser(), { path: 'transfers' });
    await page.getByText('Nothing was imported').waitFor();
    await page.getByRole('link', { name: 'Import a file' }).click();
    await page
      .getByLabel('Drop a file here')
      .setInputFiles(leads(['Noor Haddad,noor@example.com,300000', 'Jo Bell,no address,1']));
    await chooseColumns(page);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('Nothing was stored.').waitFor();
    const checked = page.getByRole('region', { name: 'What the check found' });
    await checked.getByText('Jo Bell · no address · 1').waitFor();
    expect((await workspace.api.get('/v1/leads')).records).to.have.length(0);
    await assertAccessibleInBothSchemes(page);
    await page.getByRole('button', { name: 'Import now' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import of leads' }).waitFor();
    await page.getByText('The file is imported, but for some rows.').waitFor();
    expect((await workspace.api.get('/v1/leads')).records.map(({ email }) => email)).to.deep.equal([
      'noor@example.com',
    ]);
    await assertAccessibleInBothSchemes(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download them as CSV' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).to.match(
      /^Full name,.*\r\nJo Bell,no address,1,2,email must/,
    );
    await page.getByRole('link', { name: 'Send again' }).click();
    await page.getByRole('button', { name: 'Use the rows that were left out' }).click();
    await page.getByText('rows-left-out.csv').waitFor();
    await page.getByLabel(/rows-left-out/).setInputFiles(leads(['Jo Bell,jo@example.com,1']));
    await page.getByText('leads.csv').waitFor();
    expect(await page.getByLabel('What Mail address becomes').inputValue()).to.equal('email');
    await page.getByRole('button', { name: 'Import now' }).click();
    await page.getByText('All leads of the file are imported.').waitFor();
    await eventually(async () => {
      expect((await workspace.api.get('/v1/notifications?type=import.completed')).records).to.have.length.above(1);
    });
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByText('The import of leads is completed: 1 created, 1 failed.').first().waitFor();
    await page.getByRole('link', { name: 'Show the import' }).last().click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 1, name: 'Check of leads' }).waitFor();
    await close();
  });

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
      await page.getByText('Your role does not include this').waitFor();
      expect(await page.getByRole('main').getByRole('button').or(page.getByLabel('Drop a file')).count()).to.equal(0);
      expect(await page.getByRole('main').getByRole('link').count(), path).to.equal(0);
    }
    await close();
    const agent = await openDashboard(browser(), { path: 'transfers/feed', role: 'agent', workspace });
    await agent.page.getByText('Your role does not include this').waitFor();
    expect(await agent.page.getByRole('button', { name: 'Create the feed' }).count()).to.equal(0);
    await agent.close();
  });

  it('says why a file is refused, and goes on with another one', async () => {
    const { page, faults, close } = await openDashboard(browser(), { path: 'transfers', role: 'agent' });
    faults.expectError(/422/);
    await page.getByRole('link', { name: 'Import a file' }).click();
    const input = page.getByLabel('Drop a file here');
    await input.setInputFiles({ ...leads([]), name: 'leads.xlsx' });
    await page.getByText('leads.xlsx is no CSV, JSON lines or XML file.').waitFor();
    // As of a file that was moved after it was chosen.
    await page.evaluate(`
      const read = Blob.prototype.arrayBuffer;
      Blob.prototype.arrayBuffer = async function () {
        Blob.prototype.arrayBuffer = read;
        throw new DOMException('The file could not be read.', 'NotReadableError');
      };
    `);
    await input.setInputFiles(leads([]));
    await page.getByText('leads.csv could not be read.').waitFor();
    await input.setInputFiles(leads([]));
    await chooseColumns(page);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('The file was refused').waitFor();
    await page.getByLabel('What Full name becomes').selectOption('');
    await page.getByText('No column fills name').waitFor();
    expect(await page.getByRole('button', { name: 'Import now' }).isDisabled()).to.equal(true);
    await assertAccessibleInBothSchemes(page);
    await close();
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
    await assertAccessibleInBothSchemes(page);
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).to.equal(true);

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
