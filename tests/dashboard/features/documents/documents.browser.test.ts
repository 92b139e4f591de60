import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { rememberSecret } from '../../../support/secrets/given-secrets.js';
import { newWorkspace, type TestWorkspace } from '../../../support/workspace.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { newDevelopment } from '../../support/development.js';
import { openDashboard, phone } from '../../support/open-dashboard.js';
import { sell } from '../../support/sale.js';

/** Connects the workspace to the fake Documenso. */
async function connectDocumenso({ api }: TestWorkspace): Promise<void> {
  const secret = `documenso_${randomUUID()}`;
  rememberSecret(secret, 'webhook secret of Documenso');
  const credentials = { api_token: `api_${'x'.repeat(24)}`, webhook_secret: secret };
  await api.create('/v1/connections', { provider: 'documenso', credentials });
}

const body = '{{lead.name}} reserves {{unit.name}}.';
const pdf = { name: 'signed.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };

describe('documents in the dashboard', () => {
  const browser = useBrowser();

  it('have templates that report unknown fields, and that can be previewed and edited on a phone', async () => {
    const { page, faults, close } = await openDashboard(browser(), { path: 'deals/templates', viewport: phone });
    faults.expectError(/422/);
    await page.getByText('No document templates yet').waitFor();
    await page.getByRole('button', { name: 'New template' }).click();
    const form = page.getByRole('dialog', { name: 'New template' });
    await form.getByLabel('Name').fill('Reservation');
    await form.getByLabel('Text').fill('{{lead.nam}} reserves.');
    await form.getByRole('button', { name: 'Save template' }).press('Enter');
    await form.getByText(/has the unknown field {{lead.nam}}. Known fields: lead.name/).waitFor();
    await assertStateAccessible(page);
    await form.getByLabel('Text').fill(body);
    await form.getByRole('button', { name: 'Save template' }).press('Enter');
    await page.getByRole('heading', { name: 'Reservation' }).waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Preview Reservation' }).press('Enter');
    expect((await downloading).suggestedFilename()).to.equal('Reservation (preview).pdf');
    await page.getByRole('button', { name: 'Edit Reservation' }).press('Enter');
    const edit = page.getByRole('dialog', { name: 'Edit Reservation' });
    await edit.getByLabel('Name').fill('Reservation agreement');
    await edit.getByRole('button', { name: 'Save template' }).press('Enter');
    await page.getByRole('heading', { name: 'Reservation agreement' }).waitFor();
    await close();
  });

  it('are created from a hold by keyboard, and tell an agent to ask an admin while no provider is connected', async () => {
    const workspace = await newWorkspace();
    const { unitIds } = await newDevelopment(workspace);
    const { id: template_id } = await workspace.api.create('/v1/document-templates', { name: 'Reservation', body });
    const me = await workspace.api.create('/v1/leads', { name: 'Noor Haddad', email: 'noor@example.com' });
    await workspace.api.create('/v1/holds', { unit_id: unitIds[0], lead_id: me.id });
    expect(template_id).to.match(/^dtpl_/);
    const { page, faults, close } = await openDashboard(browser(), { workspace, path: `pipeline/${me.id}` });
    faults.expectError(/409/);
    await page.getByRole('button', { name: /^Change the hold/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'New document…' }).press('Enter');
    await page
      .getByRole('dialog', { name: /^New document/ })
      .getByRole('button', { name: 'Create document' })
      .press('Enter');
    const list = page.getByRole('list', { name: 'Documents' });
    await list.getByText('Draft').waitFor();
    const menu = list.getByRole('button', { name: 'Actions for the document Reservation' });
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: 'Send for signature…' }).press('Enter');
    const send = page.getByRole('dialog', { name: /^Send for signature/ });
    await send.getByText('Noor Haddad (noor@example.com)').waitFor();
    await send.getByRole('button', { name: 'Send for signature' }).press('Enter');
    await send.getByRole('alert').waitFor();
    await assertStateAccessible(page);
    await connectDocumenso(workspace);
    await send.getByRole('button', { name: 'Send for signature' }).press('Enter');
    await list.getByText('Sent', { exact: true }).waitFor();
    await close();
  });

  it('are created from a deal, downloaded, and signed by uploading a signed copy', async () => {
    const workspace = await newWorkspace();
    await workspace.api.create('/v1/document-templates', { name: 'Contract', body: '{{lead.name}} buys.' });
    await sell(workspace);
    const [deal] = (await workspace.api.get('/v1/deals')).records;
    const { page, close } = await openDashboard(browser(), { workspace, path: `deals/${deal?.id}` });
    const section = page.getByRole('region', { name: 'Documents' });
    await section.getByRole('button', { name: 'New document' }).click();
    await page.getByRole('dialog', { name: 'New document' }).getByRole('button', { name: 'Create document' }).click();
    const menu = section.getByRole('button', { name: 'Actions for the document Contract' });
    await menu.click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download', exact: true }).click();
    expect((await downloading).suggestedFilename()).to.equal('Contract.pdf');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Upload signed…' }).click();
    const upload = page.getByRole('dialog', { name: /^Upload the signed document/ });
    await upload.locator('input[type="file"]').setInputFiles(pdf);
    await upload.getByRole('button', { name: 'Mark as signed' }).click();
    await section.getByText('Signed', { exact: true }).waitFor();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Download signed' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Void…' }).count()).to.equal(0);
    await close();
  });
});
