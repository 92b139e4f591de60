import { expect } from 'chai';
import { newDevelopment } from '../../../../dashboard/support/development.js';
import { openDashboard } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { createLeads } from '../../../../support/listings-and-leads.js';
import { newWorkspace } from '../../../../support/workspace.js';

describe('a hold on a unit', () => {
  const browser = useBrowser();

  it('is extended, and moves to another lead and then to another unit of the property', async () => {
    const workspace = await newWorkspace();
    const { propertyId, unitIds } = await newDevelopment(workspace);
    const [leadId, otherId] = await createLeads(workspace.api, 2);
    const hold = await workspace.api.create('/v1/holds', { unit_id: unitIds[0], lead_id: leadId });
    const path = `properties/${propertyId}?unit=${unitIds[0]}`;
    const { page, close } = await openDashboard(browser(), { workspace, path });
    const drawer = page.getByRole('dialog', { name: 'Unit 101' });
    const choose = async (lead: string, item: string) => {
      await drawer.getByRole('button', { name: `Change the hold: ${lead}` }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };

    await choose('Lead 0', 'Extend…');
    const extending = page.getByRole('dialog', { name: 'Extend hold: Lead 0' });
    await extending.getByRole('button', { name: 'Extend hold' }).click();
    await extending.waitFor({ state: 'detached' });
    const { record: extended } = await workspace.api.get(`/v1/holds/${hold.id}`);
    expect(extended['extensions']).to.equal(1);

    await choose('Lead 0', 'Transfer…');
    const toLead = page.getByRole('dialog', { name: 'Transfer hold: Lead 0' });
    await toLead.getByRole('button', { name: 'Transfer hold' }).click();
    await toLead.getByText('Choose a lead.').waitFor();
    await toLead.getByRole('textbox', { name: 'Lead' }).fill('Lead 1');
    await page.getByRole('option', { name: /^Lead 1/ }).click();
    await toLead.getByRole('button', { name: 'Transfer hold' }).click();
    await drawer.getByRole('link', { name: 'Lead 1' }).waitFor();

    await choose('Lead 1', 'Transfer…');
    const toUnit = page.getByRole('dialog', { name: 'Transfer hold: Lead 1' });
    await toUnit.getByText('To another unit').click();
    await toUnit.getByRole('textbox', { name: 'Unit' }).click();
    await page.getByRole('option', { name: /102/ }).click();
    await toUnit.getByRole('button', { name: 'Transfer hold' }).click();
    await drawer.getByText('Nobody holds this unit.').waitFor();
    const { record: moved } = await workspace.api.get(`/v1/holds/${hold.id}`);
    expect(moved).to.deep.include({ lead_id: otherId, unit_id: unitIds[1], status: 'active', extensions: 1 });
    await close();
  });
});
