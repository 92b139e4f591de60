import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { eventually } from '../../../support/eventually.js';
import { rememberSecret } from '../../../support/secrets/given-secrets.js';
import { newWorkspace } from '../../../support/workspace.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { openDashboard, phone } from '../../support/open-dashboard.js';
import { sell } from '../../support/sale.js';
import { connectStripe, newStripeKey } from '../../support/stripe-connection.js';

describe('connections', () => {
  const browser = useBrowser();

  it('are created in the gallery, tested, disabled, enabled and deleted', async () => {
    const { page, faults, workspace, close } = await openDashboard(browser(), { path: 'integrations' });
    faults.expectError(/422/);
    await page.getByRole('heading', { name: 'Payments', level: 2 }).waitFor();
    await page.getByRole('heading', { name: 'Workflow automation', level: 2 }).waitFor();
    const card = page.getByRole('region', { name: 'Stripe', exact: true });
    await card.getByText('Simulated', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Connect Stripe' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect Stripe' });
    const save = dialog.getByRole('button', { name: 'Connect Stripe' });
    await dialog.getByText('Use your live account at Stripe.').waitFor();
    await save.click();
    await dialog.getByText('Enter the return address.').waitFor();
    await dialog.getByText('Enter the secret key.').waitFor();
    await dialog.getByLabel('Name').fill('Stripe Lisbon');
    await dialog.getByLabel('Return address').fill('https://buyer.example/thanks');
    await dialog.getByLabel('Secret key').first().fill(newStripeKey().replace('live', 'test'));
    await save.click();
    await dialog.getByText(/is a test key, and this is live data/).waitFor();
    await assertStateAccessible(page);
    await dialog.getByLabel('Secret key').first().fill(newStripeKey());
    await save.click();

    await page.getByText('Status, settings and calls').waitFor();
    await page.getByText('This local system replaces Stripe with a fake').waitFor();
    const simulator = await page.getByRole('link', { name: /^Open the simulator/ }).getAttribute('href');
    expect(await (await fetch(String(simulator))).text()).to.include('Simulated vendors');
    const settings = page.getByRole('region', { name: 'Connection settings' });
    const hook = settings.getByRole('textbox', { name: 'Hook address' });
    expect(await hook.inputValue()).to.match(/\/hooks\/stripe\/hook_live_/);
    await settings.getByRole('button', { name: 'Copy Hook address' }).waitFor();
    await settings.getByRole('button', { name: 'Test' }).click();
    await page.getByText('The credentials work').waitFor();
    await page.keyboard.press('Escape');
    await settings.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('This connection is disabled').waitFor();
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByText('This connection is disabled').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Check credentials' }).first().click();
    await page.getByRole('dialog').getByLabel('Excerpt of the response').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete Stripe Lisbon' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Integrations' }).waitFor();
    expect((await workspace.api.get('/v1/connections')).records).to.deep.equal([]);
    await close();
  });

  it("show the provider's error message in the form", async () => {
    const { page, faults, workspace, close } = await openDashboard(browser(), { path: 'integrations' });
    faults.expectError(/422/);
    await page.getByRole('button', { name: 'Connect Stripe' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Return address').fill('https://buyer.example/thanks');
    await dialog.getByLabel('Secret key').first().fill(newStripeKey('refused'));
    await dialog.getByRole('button', { name: 'Connect Stripe' }).click();
    await dialog.getByRole('alert').getByText('Stripe refused the credentials.').waitFor();
    expect((await workspace.api.get('/v1/connections')).records).to.deep.equal([]);
    await close();
  });

  it('show which lead data a CRM receives, and send all leads while showing the progress', async () => {
    const workspace = await newWorkspace();
    const token = `pat-eu1-${randomUUID()}`;
    rememberSecret(token, 'token of HubSpot');
    await workspace.api.create('/v1/leads', { name: 'Noor Haddad', email: 'noor@example.com' });
    const connection = await workspace.api.create('/v1/connections', {
      provider: 'hubspot',
      credentials: { access_token: token },
    });
    const { page, close } = await openDashboard(browser(), {
      workspace,
      path: `integrations/connections/${connection.id}`,
    });
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByRole('textbox', { name: 'Lead' }).fill('Noor');
    await page.getByRole('option', { name: /^Noor Haddad/ }).click();
    await preview.getByRole('row', { name: /firstname Noor/ }).waitFor();
    const existing = page.getByRole('region', { name: 'Existing leads' });
    await existing.getByRole('button', { name: 'Send all leads' }).press('Enter');
    await existing.getByText('Completed').waitFor();
    await existing.getByText('1 lead was sent.').waitFor();
    await assertStateAccessible(page);
    await close();
  });

  it('show a flagged event on a phone, and retry it', async () => {
    const workspace = await newWorkspace();
    const { connection, send } = await connectStripe(workspace);
    await sell(workspace);
    const [invoice] = (await workspace.api.get('/v1/invoices')).records;
    const link = await workspace.api.create(`/v1/invoices/${invoice?.id}/payment-link`, { amount: 400 });
    await send('checkout.session.completed', {
      payment_status: 'paid',
      payment_intent: `pi_${link.id}`,
      amount_total: 1,
      currency: 'usd',
      metadata: { plotline_link: link.id },
    });
    const path = `/v1/connections/${connection.id}/calls?status=flagged`;
    await eventually(async () => expect((await workspace.api.get(path)).records).to.have.length(1));
    const { page, close } = await openDashboard(browser(), {
      workspace,
      viewport: phone,
      path: `integrations/connections/${connection.id}?status=flagged`,
    });
    const calls = page.getByRole('table', { name: 'Calls of the last 30 days' });
    await calls.getByRole('button').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Flagged').waitFor();
    await dialog.getByRole('button', { name: 'Retry' }).press('Enter');
    await page.getByText('Retrying. The result will be another call.').waitFor();
    await eventually(async () => expect((await workspace.api.get(path)).records).to.have.length(2));
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).to.equal(true);
    await assertStateAccessible(page);
    await close();
  });
});
