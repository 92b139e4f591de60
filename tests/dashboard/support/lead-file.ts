import type { Page } from 'playwright-core';

/** A file of leads with these rows. */
export const leads = (rows: readonly string[]) => ({
  name: 'leads.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['Full name,Mail address,Budget from', ...rows, ''].join('\n')),
});

const meanings = { 'Full name': 'name', 'Mail address': 'email', 'Budget from': 'budget.min' };

/** Says what each column is; the server guesses those that are named as its fields are. */
export async function chooseColumns(page: Page) {
  for (const [column, field] of Object.entries(meanings)) {
    await page.getByLabel(`Field for ${column}`).selectOption(field);
  }
}
