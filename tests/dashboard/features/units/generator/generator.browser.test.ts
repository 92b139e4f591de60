import { expect } from 'chai';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { newWorkspace } from '../../../../support/workspace.js';
import { assertStateAccessible } from '../../../support/accessible-state.js';
import { cell, newDevelopment } from '../../../support/development.js';
import { openDashboard, phone } from '../../../support/open-dashboard.js';

describe('unit generator', () => {
  const browser = useBrowser();

  it('previews a building, skips existing numbers, and creates the other units by keyboard', async () => {
    const workspace = await newWorkspace();
    const { propertyId } = await newDevelopment(workspace);
    const { page, close } = await openDashboard(browser(), { workspace, path: `properties/${propertyId}` });
    await cell(page, '201', 'Available').waitFor();
    await page.getByRole('button', { name: 'Generate units' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Generate units' });
    await dialog.getByLabel('Last floor').fill('14');
    await dialog.getByLabel('Units per floor').fill('2');
    await dialog.getByLabel('Skip floors').fill('13');
    await dialog.getByLabel('Skip floors').press('Enter');
    await dialog.getByRole('button', { name: /^Create/ }).press('Enter');
    await dialog.getByText('Enter a price.').waitFor();
    await dialog.getByLabel('Lowest floor, first unit').fill('100000');
    await dialog.getByLabel('More per floor').fill('2500');
    await dialog.getByText('4 numbers exist already and are left out.').waitFor();
    await dialog.getByRole('row', { name: /Floor 14/ }).waitFor();
    expect(await dialog.getByRole('row', { name: /Floor 13/ }).count()).to.equal(0);
    await assertStateAccessible(page);
    await dialog.getByRole('button', { name: 'Create 22 units' }).press('Enter');
    await page.getByText('Created 22 units').waitFor();
    await cell(page, '1402', 'Available').waitFor();
    const { records } = await workspace.api.get(`/v1/properties/${propertyId}/units?per_page=100`);
    expect(records).to.have.length(26);
    await close();
  });

  it('lists the units that the server refused, with the reasons', async () => {
    const workspace = await newWorkspace();
    const { id } = await workspace.api.create('/v1/properties', { name: 'Yard', type: 'apartment', location: {} });
    const path = `properties/${id}`;
    const { page, close } = await openDashboard(browser(), { workspace, path, viewport: phone });
    await page.getByRole('button', { name: 'Generate units' }).click();
    const dialog = page.getByRole('dialog', { name: 'Generate units' });
    await dialog.getByLabel('Last floor').fill('1');
    await dialog.getByLabel('Units per floor').fill('2');
    await dialog.getByLabel('Lowest floor, first unit').fill('100000');
    await dialog.getByLabel('Currency').selectOption('JPY');
    await dialog.getByLabel('More per position').fill('0.5');
    await dialog.getByRole('button', { name: 'Create 2 units' }).click();
    await dialog.getByText("Couldn't create 1 of 2 units").waitFor();
    await dialog
      .getByRole('listitem')
      .filter({ hasText: /^102: Price amount/ })
      .waitFor();
    await dialog.getByRole('button', { name: 'Change the plan' }).click();
    await dialog.getByText('1 number exists already and is left out.').waitFor();
    await dialog.getByLabel('More per position').fill('0');
    await dialog.getByRole('button', { name: 'Create 1 unit' }).click();
    await cell(page, '102', 'Available').waitFor();
    await close();
  });
});
