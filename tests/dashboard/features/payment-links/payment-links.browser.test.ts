import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { newWorkspace } from '../../../support/workspace.js';
import { newDevelopment } from '../../support/development.js';
import { openDashboard, phone } from '../../support/open-dashboard.js';
import { sell } from '../../support/sale.js';
import { connectStripe } from '../../support/stripe-connection.js';

describe('payment links in the dashboard', () => {
  const browser = useBrowser();

  it('are created for part of an invoice, after an amount over the balance was refused', async () => {
    const workspace = await newWorkspace();
    await connectStripe(workspace);
    await sell(workspace);
    const { page, faults, close } = await openDashboard(browser(), {
      workspace,
      viewport: phone,
      path: 'deals/invoices',
    });
    faults.expectError(/422/);
    await page.getByRole('button', { name: /^Payments of INV-/ }).click();
    const drawer = page.getByRole('dialog');
    const open = drawer.getByRole('button', { name: /^Payment link for INV-/ });
    expect((await open.boundingBox())?.height).to.be.at.least(44);
    await open.press('Enter');
    const form = drawer.getByRole('form', { name: 'Create a payment link' });
    await form.getByLabel('Amount of the link').fill('500000');
    await form.getByRole('button', { name: 'Create payment link' }).click();
    await form.getByText('must be at most 445000, which is left to pay').waitFor();
    await form.getByLabel('Amount of the link').fill('5000');
    await form.getByRole('button', { name: 'Create payment link' }).click();
    await form.getByText(/US\$5,000, can be paid until/).waitFor();
    const address = await form.getByRole('textbox', { name: 'Payment link' }).inputValue();
    expect(address).to.match(/^http:\/\/localhost:\d+\/live\/ws_\w+\/payments\/plk_/);
    await form.getByRole('button', { name: 'Copy Payment link' }).waitFor();
    await close();
  });

  it('are created for a deposit, and tell an agent to ask an admin while no provider is connected', async () => {
    const workspace = await newWorkspace();
    const { unitIds, propertyId } = await newDevelopment(workspace);
    const lead = await workspace.api.create('/v1/leads', { name: 'Noor Haddad', email: 'noor@example.com' });
    const deposit = { amount: 5_000, currency: 'USD' };
    await workspace.api.create('/v1/holds', { unit_id: unitIds[0], lead_id: lead.id, deposit });
    const { page, faults, close } = await openDashboard(browser(), {
      workspace,
      role: 'admin',
      path: `properties/${propertyId}`,
    });
    faults.expectError(/409/);
    await page.getByRole('button', { name: /^101/ }).click();
    // By keyboard, because a click misses the button while files and leads of the unit still load above it.
    await page.getByRole('button', { name: 'Change the hold: Noor Haddad' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Payment link…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Payment link: / });
    const create = dialog.getByRole('button', { name: 'Create payment link' });
    await create.click();
    await dialog
      .getByRole('alert')
      .getByText(/An owner or admin can create one/)
      .waitFor();
    await connectStripe(workspace);
    await create.click();
    await dialog.getByText(/US\$5,000, can be paid until/).waitFor();
    await close();
  });
});
