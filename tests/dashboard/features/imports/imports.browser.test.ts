import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { eventually } from '../../../support/eventually.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { chooseColumns, leads, leadsWorkbook } from '../../support/lead-file.js';
import { openDashboard } from '../../support/open-dashboard.js';

describe('the imports page', () => {
  const browser = useBrowser();

  it('corrects a column, checks the file, imports it, and sends the skipped rows again', async () => {
    const { page, workspace, close } = await openDashboard(browser(), { path: 'transfers' });
    await page.getByText('No imports in the last 30 days').waitFor();
    await page.getByRole('link', { name: 'Import a file' }).click();
    await page
      .getByLabel('Drop a file here')
      .setInputFiles(leads(['Noor Haddad,noor@example.com,300000', 'Jo Bell,no address,1']));
    await chooseColumns(page);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('Nothing was stored.').waitFor();
    const checked = page.getByRole('region', { name: 'Check results' });
    await checked.getByText('Jo Bell · no address · 1').waitFor();
    expect((await workspace.api.get('/v1/leads')).records).to.have.length(0);
    await assertStateAccessible(page);
    await page.getByRole('button', { name: 'Import now' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import of leads' }).waitFor();
    await page.getByText('Imported. 1 row was skipped.').waitFor();
    expect((await workspace.api.get('/v1/leads')).records.map(({ email }) => email)).to.deep.equal([
      'noor@example.com',
    ]);
    await assertStateAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).to.match(
      /^Full name,.*\r\nJo Bell,no address,1,3,email must/,
    );
    await page.getByRole('link', { name: 'Import again' }).click();
    await page.getByRole('button', { name: 'Use the skipped rows' }).click();
    await page.getByText('skipped-rows.csv').waitFor();
    await page.getByLabel(/skipped-rows/).setInputFiles(leads(['Jo Bell,jo@example.com,1']));
    await page.getByText('leads.csv').waitFor();
    expect(await page.getByLabel('Field for Mail address').inputValue()).to.equal('email');
    await page.getByRole('button', { name: 'Import now' }).click();
    await page.getByText('All leads were imported.').waitFor();
    await eventually(async () => {
      const path = '/live/v1/notifications?type=import.completed';
      const answer = await page.request.get(path, { headers: { 'x-workspace-id': workspace.id } });
      // Imports that only check a file send no notification.
      expect((await answer.json()).data).to.have.length(2);
    });
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByText('The import of leads is completed: 1 created, 1 failed.').first().waitFor();
    await page.getByRole('link', { name: 'Show the import' }).last().click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 1, name: 'Import of leads' }).waitFor();
    await close();
  });

  it('selects a sheet, explains how dates are read, replaces a value, and imports a corrected row', async () => {
    const { page, workspace, close } = await openDashboard(browser(), { path: 'transfers/new' });
    await page.getByLabel('Drop a file here').setInputFiles(leadsWorkbook);
    await page.getByLabel('Sheet').selectOption('Leads');
    await page.getByText('Day first, because row 3 is "25/11/2026".').waitFor();
    await page.getByLabel('Zoopla').selectOption('portal');
    const firstRows = page.getByRole('region', { name: '5. First rows' });
    await firstRows.getByText('1 has a problem and would be skipped.').waitFor();
    await firstRows.getByRole('cell', { name: 'Portal' }).first().waitFor();
    await assertStateAccessible(page);
    await page.getByRole('button', { name: 'Import now' }).click();
    await page.getByText('Imported. 1 row was skipped.').waitFor();
    const row = page.getByRole('group', { name: 'Row 3' });
    const email = row.getByLabel('Email');
    await email.and(page.locator(':focus')).waitFor();
    await assertStateAccessible(page);
    await email.fill('still no address');
    await page.getByRole('button', { name: 'Import 1 corrected row' }).click();
    await page.getByText('1 row still has a problem.').waitFor();
    await email.and(page.locator(':focus')).fill('jo@example.com');
    await page.getByRole('button', { name: 'Import 1 corrected row' }).click();
    await page.getByText('All leads were imported.').waitFor();
    const stored = (await workspace.api.get('/v1/leads?search=jo@example.com')).records;
    expect(stored).to.have.length(1);
    expect(stored[0]).to.deep.include({ source: 'portal', last_contacted: '2026-11-25T00:00:00.000Z' });
    await page.getByRole('link', { name: 'Jo Bell' }).click();
    await page.getByRole('heading', { level: 1, name: 'Jo Bell' }).waitFor();
    await close();
  });

  it('undoes an import after explaining the effect, and lists the records that are kept', async () => {
    const { page, workspace, close } = await openDashboard(browser(), { path: 'transfers/new' });
    await page
      .getByLabel('Drop a file here')
      .setInputFiles(leads(['Noor Haddad,noor@example.com,300000', 'Jo Bell,jo@example.com,1']));
    await chooseColumns(page);
    await page.getByRole('button', { name: 'Import now' }).click();
    await page.getByText('All leads were imported.').waitFor();
    const [lead] = (await workspace.api.get('/v1/leads?search=noor')).records;
    await workspace.api.put(`/v1/leads/${lead?.id}`, { timeline: '3_months' });
    await page.getByRole('button', { name: 'Undo import' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('We remove the 2 leads that this import created.').waitFor();
    await assertStateAccessible(page);
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    await page.getByText('The import was undone. 1 lead was removed.').waitFor();
    await page.getByText('1 lead stays because someone has changed it since.').waitFor();
    expect(await page.getByRole('button', { name: 'Undo import' }).count()).to.equal(0);
    await assertStateAccessible(page);
    const emails = (await workspace.api.get('/v1/leads')).records.map(({ email }) => email);
    expect(emails).to.deep.equal(['noor@example.com']);
    await close();
  });

  it('explains why a file is refused, and accepts another file', async () => {
    const { page, faults, close } = await openDashboard(browser(), { path: 'transfers', role: 'agent' });
    faults.expectError(/422/);
    await page.getByRole('link', { name: 'Import a file' }).click();
    const input = page.getByLabel('Drop a file here');
    await input.setInputFiles({ ...leads([]), name: 'leads.pdf' });
    await page.getByText("leads.pdf isn't a CSV, Excel (.xlsx), JSON or XML file.").waitFor();
    await input.setInputFiles({ ...leads([]), name: 'leads.xlsx' });
    await page.getByText('The file is not an Excel workbook').waitFor();
    // Simulates a file that was moved after it was chosen.
    await page.evaluate(`
      const read = Blob.prototype.arrayBuffer;
      Blob.prototype.arrayBuffer = async function () {
        Blob.prototype.arrayBuffer = read;
        throw new DOMException('The file could not be read.', 'NotReadableError');
      };
    `);
    await input.setInputFiles(leads([]));
    await page.getByText("Couldn't read leads.csv.").waitFor();
    await input.setInputFiles(leads([]));
    await chooseColumns(page);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText("This file can't be imported").waitFor();
    await page.getByLabel('Field for Full name').selectOption('');
    await page.getByText('Match a column to name').waitFor();
    expect(await page.getByRole('button', { name: 'Import now' }).isDisabled()).to.equal(true);
    await assertStateAccessible(page);
    await close();
  });
});
