import { expect } from 'chai';
import { openDashboard } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { createLeads } from '../../../../support/listings-and-leads.js';
import { newWorkspace } from '../../../../support/workspace.js';

const tooLong = 'x'.repeat(300);

describe('an error in one entry of a list', () => {
  const browser = useBrowser();

  it('is shown at the list field, in the forms for new and existing leads', async () => {
    const workspace = await newWorkspace();
    const [id] = await createLeads(workspace.api, 1);
    const { page, visit, faults, close } = await openDashboard(browser(), { workspace });
    faults.expectError(/422/);
    await page.getByRole('button', { name: 'New lead' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Name').fill('Noor Haddad');
    await drawer.getByLabel('Email').fill('noor@example.com');
    await drawer.getByLabel('Tags').fill('garden');
    await page.keyboard.press('Enter');
    await drawer.getByLabel('Tags').fill(tooLong);
    await page.keyboard.press('Enter');
    await drawer.getByRole('button', { name: 'Create lead' }).click();
    await drawer.getByText(/^Entry 2 must /).waitFor();
    expect(await drawer.getByLabel('Tags').getAttribute('aria-invalid')).to.equal('true');

    await visit(`pipeline/${id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Tags' }).fill(tooLong);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Entry 1 must /).waitFor();
    await close();
  });
});
