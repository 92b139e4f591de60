import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { newDevelopment } from '../../../../dashboard/support/development.js';
import { openDashboard, phone } from '../../../../dashboard/support/open-dashboard.js';
import { sell } from '../../../../dashboard/support/sale.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { newWorkspace } from '../../../../support/workspace.js';

const hasFocus = (field: Locator) => field.and(field.page().locator(':focus')).count();

describe('a table with fields in its cells', () => {
  const browser = useBrowser();

  it('keeps the focus when a selection changes the rows', async () => {
    const workspace = await newWorkspace();
    const { propertyId } = await newDevelopment(workspace);
    const { page, visit, close } = await openDashboard(browser(), { workspace, path: `properties/${propertyId}` });
    await page.getByText('Table', { exact: true }).click();
    for (const [name, count] of [
      ['Unit 101', 1],
      ['All units that match the filters', 4],
    ] as const) {
      const checkbox = page.getByRole('checkbox', { name });
      await checkbox.focus();
      await page.keyboard.press('Space');
      await page.getByText(`${count} selected`).waitFor();
      expect(await hasFocus(checkbox), name).to.equal(1);
    }

    await visit('transfers/new');
    const buffer = Buffer.from('Full name,Mail address\nNoor Haddad,noor@example.com\n');
    await page.getByLabel('Drop a file here').setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer });
    const select = page.getByLabel('Field for Full name');
    await select.focus();
    await select.selectOption('');
    await page.getByText('Match a column to name').waitFor();
    expect(await hasFocus(select)).to.equal(1);
    await close();
  });
});

describe('a table on a phone', () => {
  const browser = useBrowser();

  it('shows each row as a card whose cells and buttons fit the window', async () => {
    const workspace = await newWorkspace();
    await sell(workspace);
    const { page, close } = await openDashboard(browser(), { workspace, path: 'deals/invoices', viewport: phone });
    const table = page.getByRole('table', { name: 'Invoices' });
    await table.getByRole('button', { name: /^Payments/ }).waitFor();
    const cells = await table.getByRole('row', { name: /INV-/ }).getByRole('cell').all();
    expect(cells).to.have.length(8);
    const boxes = await Promise.all(cells.map((cell) => cell.boundingBox()));
    for (const box of boxes) expect((box?.x ?? 0) + (box?.width ?? phone.width)).to.be.at.most(phone.width);
    const tops = new Set(boxes.map((box) => Math.round(box?.y ?? 0)));
    expect(tops.size, 'lines of a card').to.be.within(3, 6);
    await close();
  });

  it('keeps the headers that sort the rows', async () => {
    const { page, close } = await openDashboard(browser(), { path: 'people', viewport: phone });
    await page.getByRole('columnheader', { name: 'Email' }).getByRole('button').click();
    await page.waitForURL(/sort=email/);
    await close();
  });
});
