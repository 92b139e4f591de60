import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../../../support/browser/accessibility.js';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { eventually } from '../../../support/eventually.js';
import { rememberSecret } from '../../../support/secrets/given-secrets.js';
import { newWorkspace, type TestWorkspace } from '../../../support/workspace.js';
import { newDevelopment } from '../../support/development.js';
import { phone } from '../../support/open-dashboard.js';
import { connectStripe } from '../../support/stripe-connection.js';

/** Holds a unit for a new lead, with a deposit. */
async function holdUnit(workspace: TestWorkspace) {
  const { api } = workspace;
  const { unitIds } = await newDevelopment(workspace);
  const lead = await api.create('/v1/leads', { name: 'Noor Haddad', email: 'noor@example.com' });
  const deposit = { amount: 5_000, currency: 'USD' };
  return api.create('/v1/holds', { unit_id: unitIds[0], lead_id: lead.id, deposit });
}

/** The pages follow the system's colour scheme, so axe checks both. */
async function assertAccessibleInBoth(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await assertAccessible(page);
  }
}

describe('simulated vendors in the running system', () => {
  const browser = useBrowser();

  it('accept a deposit on a phone after a declined card, and refund it', async () => {
    const workspace = await newWorkspace();
    await connectStripe(workspace);
    const hold = await holdUnit(workspace);
    const link = await workspace.api.create(`/v1/holds/${hold.id}/payment-link`, {});
    const readHold = async () => (await workspace.api.get(`/v1/holds/${hold.id}`)).record;

    const page = await browser().newPage({ viewport: phone });
    await page.goto(String(link.url));
    await page.getByRole('heading', { name: 'Simulated payment' }).waitFor();
    await page.getByText('USD 5,000.00').waitFor();
    await assertAccessibleInBoth(page);
    expect((await page.getByRole('button', { name: 'Pay' }).boundingBox())?.height).to.be.at.least(44);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).to.equal(true);
    await page.getByRole('button', { name: 'Fail' }).click();
    await page.getByText('The card was declined').waitFor();
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByText('Plotline has recorded the payment.').waitFor();
    await eventually(async () => expect((await readHold()).deposit).to.include({ reference: `pi_fake_${link.id}` }));
    expect((await workspace.api.get(`/v1/units/${hold.unit_id}`)).record.status).to.equal('reserved');
    const { records } = await workspace.api.get(`/v1/connections/${link.connection_id}/calls?direction=in`);
    expect(records.map(({ status }) => status)).to.deep.equal(['succeeded']);

    await page.getByRole('button', { name: 'Refund in full' }).click();
    await page.getByRole('heading', { name: 'Refunded' }).waitFor();
    expect((await readHold()).deposit).to.include({ paid_at: null });
    await page.close();
  });

  it('sign a contract from their list of records, and the contract is filed with the lead', async () => {
    const workspace = await newWorkspace();
    const { api } = workspace;
    const secret = `documenso_${randomUUID()}`;
    rememberSecret(secret, 'webhook secret of Documenso');
    const credentials = { api_token: `api_${'x'.repeat(24)}`, webhook_secret: secret };
    const connection = await api.create('/v1/connections', { provider: 'documenso', credentials });
    const hold = await holdUnit(workspace);
    const name = `Reservation ${randomUUID()}`;
    const template = await api.create('/v1/document-templates', { name, body: '{{lead.name}} reserves.' });
    const document = await api.create(`/v1/holds/${hold.id}/documents`, { template_id: template.id });
    const read = async () => (await api.get(`/v1/documents/${document.id}`)).record;
    await api.post(`/v1/documents/${document.id}/send`, {});
    await eventually(async () => expect(await read()).to.include({ status: 'sent' }));

    const page = await browser().newPage();
    await page.goto(String(connection.simulator_url));
    await assertAccessibleInBoth(page);
    await page.getByRole('link', { name }).click();
    await page.getByRole('heading', { name: 'Simulated signature' }).waitFor();
    await page.getByText('Noor Haddad, noor@example.com').waitFor();
    await assertAccessibleInBoth(page);
    await page.getByRole('button', { name: 'Sign' }).click();
    await page.getByText('All signers have signed.').waitFor();
    await eventually(async () => expect(await read()).to.include({ status: 'signed', pending: null }));
    const { records } = await api.get(`/v1/files?lead_id=${hold.lead_id}`);
    expect(records.map((file) => file.name)).to.have.members([
      `${name}.pdf`,
      `${name} (signed).pdf`,
      `${name} (audit).pdf`,
    ]);
    await page.close();
  });
});
