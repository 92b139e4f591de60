import type { Page } from 'playwright-core';

/** Builds a CSV file of leads with these rows. */
export const leads = (rows: readonly string[]) => ({
  name: 'leads.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['Full name,Mail address,Budget from', ...rows, ''].join('\n')),
});

const fieldsByColumn = { 'Full name': 'name', 'Mail address': 'email', 'Budget from': 'budget.min' };

/** Maps the columns. The server can only guess columns that are named like its fields. */
export async function chooseColumns(page: Page) {
  for (const [column, field] of Object.entries(fieldsByColumn)) {
    await page.getByLabel(`Field for ${column}`).selectOption(field);
  }
}
