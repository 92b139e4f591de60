import type { Page } from 'playwright-core';
import { makeWorkbook } from '../../transfer/support/make-workbook.js';

/** Builds a CSV file of leads from these rows. */
export const leads = (rows: readonly string[]) => ({
  name: 'leads.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['Full name,Mail address,Budget from', ...rows, ''].join('\n')),
});

const toCell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;

/** Returns the XML of a sheet with these rows. */
export const toSheet = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => `<row>${cells.map(toCell).join('')}</row>`).join('');

/** A workbook whose second sheet contains leads. One has an unknown source, and one also has an invalid email. */
export const leadsWorkbook = {
  name: 'leads.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: makeWorkbook({
    sheets: {
      Notes: toSheet([['Read me'], ['Leads are on the next sheet.']]),
      Leads: toSheet([
        ['Name', 'Email', 'Source', 'Last contact'],
        ['Noor Haddad', 'noor@example.com', 'Zoopla', '03/11/2026'],
        ['Jo Bell', 'no address', 'Zoopla', '25/11/2026'],
      ]),
    },
  }),
};

const fieldsByColumn = { 'Full name': 'name', 'Mail address': 'email', 'Budget from': 'budget.min' };

/** Maps the columns, because the server can only guess columns whose names resemble those of its fields. */
export async function chooseColumns(page: Page) {
  for (const [column, field] of Object.entries(fieldsByColumn)) {
    await page.getByLabel(`Field for ${column}`).selectOption(field);
  }
}
