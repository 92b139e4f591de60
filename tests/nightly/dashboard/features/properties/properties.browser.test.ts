import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { assertAccessibleInBothSchemes } from '../../../../dashboard/support/both-schemes.js';
import { cell, newDevelopment } from '../../../../dashboard/support/development.js';
import { holdRequests } from '../../../../dashboard/support/hold-requests.js';
import { openDashboard, phone } from '../../../../dashboard/support/open-dashboard.js';
import { assertAccessible } from '../../../../support/browser/accessibility.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { newWorkspace } from '../../../../support/workspace.js';

const fitsWidth = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');

describe('the property page', () => {
  const browser = useBrowser();

  it('opens the form for a new unit only once the currency is loaded, so that no input is lost', async () => {
    const workspace = await newWorkspace();
    const { propertyId } = await newDevelopment(workspace);
    await workspace.api.put(`/v1/properties/${propertyId}`, { pricing: { currency: null } });
    const { page, visit, close } = await openDashboard(browser(), { workspace, path: 'properties' });
    const release = await holdRequests(page, '**/auth/workspace');
    await visit(`properties/${propertyId}?unit=new`);
    const drawer = page.getByRole('dialog', { name: 'New unit' });
    await drawer.getByRole('status').waitFor();
    expect(await drawer.getByLabel('Name').count()).to.equal(0);
    release();
    expect(await drawer.getByLabel('Currency').inputValue()).to.equal('USD');
    await close();
  });

  it('skips a sold unit in a bulk change, changes the others, and links to the deal', async () => {
    const workspace = await newWorkspace();
    const { propertyId, unitIds } = await newDevelopment(workspace);
    const lead = { name: 'Noor Haddad', email: 'noor@example.com', interested_properties: [unitIds[0]] };
    const { id: leadId } = await workspace.api.create('/v1/leads', lead);
    await workspace.api.post(`/v1/leads/${leadId}/won`, { unit_id: unitIds[0], deal_value: 195_000 });
    const { page, faults, close } = await openDashboard(browser(), { workspace, path: `properties/${propertyId}` });
    faults.expectError(/409/);
    await cell(page, '101', 'Sold').waitFor();
    await page.getByLabel('Floor 1').check();
    await page.getByRole('button', { name: 'Set status' }).click();
    await page.getByRole('menuitem', { name: 'Off market' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set to off market' });
    await dialog.getByText("Couldn't change 1 of 2 units").waitFor();
    await dialog.getByText('The unit is sold in an active deal').waitFor();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await cell(page, '102', 'Off market').waitFor();
    await cell(page, '101', 'Sold').click();
    const drawer = page.getByRole('dialog', { name: 'Unit 101' });
    await drawer.getByText('US$195,000').waitFor();
    await drawer.getByRole('link', { name: 'Noor Haddad' }).waitFor();
    await assertAccessible(page);
    await drawer.getByRole('button', { name: 'Delete unit' }).click();
    const confirm = page.getByRole('dialog', { name: 'Delete unit 101?' });
    await confirm.getByRole('button', { name: 'Delete unit' }).click();
    await confirm.getByText("can't be deleted").waitFor();
    await close();
  });

  it('opens the latest version of a unit even if an older version is cached', async () => {
    const workspace = await newWorkspace();
    const { propertyId, unitIds } = await newDevelopment(workspace);
    const { page, close } = await openDashboard(browser(), { workspace, path: `properties/${propertyId}` });
    const drawer = page.getByRole('dialog', { name: 'Unit 101' });
    await cell(page, '101', 'Available').click();
    expect(await drawer.getByLabel('Name').inputValue()).to.equal('Flat 101');
    await drawer.getByRole('button', { name: 'Close' }).click();
    await drawer.waitFor({ state: 'hidden' });
    await workspace.api.put(`/v1/units/${unitIds[0]}`, { name: 'Corner flat' });
    await cell(page, '101', 'Available').click();
    expect(await drawer.getByLabel('Name').inputValue()).to.equal('Corner flat');
    await close();
  });

  it('renders only the visible units out of thousands, and says where loading stopped', async () => {
    const workspace = await newWorkspace();
    const { propertyId } = await newDevelopment(workspace);
    const { page, visit, close } = await openDashboard(browser(), { workspace, path: 'properties' });
    const total = 2_100;
    const size = { interior: null, land: null, unit: null };
    const price = { amount: 200_000, currency: 'USD' };
    const toRow = (index: number) => {
      const unit_number = String(1_000 + index);
      const id = `unit_${unit_number}`;
      return { id, name: unit_number, unit_number, status: 'available', visibility: 'agents', size, price };
    };
    await page.route('**/v1/properties/*/units?*', (route) => {
      const first = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
      const end = Math.min(first + 500, total);
      const data = Array.from({ length: end - first }, (_, place) => toRow(first + place));
      const meta = { page: 1, per_page: 500, total, next_cursor: end < total ? String(end) : null };
      return route.fulfill({ json: { success: true, data, meta } });
    });
    await visit(`properties/${propertyId}`);
    await page.getByText('2,000 of 2,100 units').waitFor();
    await page.getByRole('button', { name: 'Load 2,000 more' }).click();
    await page.getByText('2,100 units', { exact: true }).waitFor();
    const plan = page.getByRole('table', { name: 'Stacking plan' });
    await cell(page, '3000', 'Available').focus();
    expect(await plan.getByRole('button').count()).to.be.lessThan(total / 2);
    // A floor with a hundred units takes five rows of up to 24 units. Then the next floor follows.
    for (const number of ['3024', '3048', '3072', '3096', '2900']) {
      await page.keyboard.press('ArrowDown');
      await cell(page, number, 'Available').and(page.locator(':focus')).waitFor();
    }
    await page.getByText('Table', { exact: true }).click();
    const table = page.getByRole('table', { name: 'Units' });
    await table.getByRole('button', { name: '1000', exact: true }).waitFor();
    expect(await table.getByRole('row').count()).to.be.lessThan(total / 2);
    await table.getByRole('button', { name: 'Unit', exact: true }).click();
    await table.getByRole('button', { name: '3099', exact: true }).waitFor();
    await close();
  });

  it('shows a viewer the units without offering changes, reads filters from the address, and fits a phone', async () => {
    const workspace = await newWorkspace();
    const { propertyId } = await newDevelopment(workspace);
    const opened = await openDashboard(browser(), {
      workspace,
      role: 'viewer',
      path: 'properties?status=completed',
      viewport: phone,
    });
    const { page, visit, faults, close } = opened;
    faults.expectError(/403/);
    await page.getByText('No properties match these filters').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'The Quay', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: /Cover picture/ }).getAttribute('href')).to.contain(
      'pictures.example.com',
    );
    expect(await page.getByRole('button', { name: 'New property' }).count()).to.equal(0);
    expect(await fitsWidth(page)).to.equal(true);
    await assertAccessibleInBothSchemes(page);
    await page.getByRole('link', { name: 'The Quay', exact: true }).click();
    await cell(page, '202', 'Available').click();
    await page.getByRole('dialog', { name: 'Unit 202' }).getByText('Last changed').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).to.equal(0);
    expect(await page.getByRole('checkbox').count()).to.equal(0);
    expect(await fitsWidth(page)).to.equal(true);
    await assertAccessible(page);
    const error = { code: 'FORBIDDEN', reason: 'role_not_allowed', message: 'Your role may not do this.' };
    const body = { success: false, error };
    await page.route('**/v1/properties/*/units?*', (route) => route.fulfill({ status: 403, json: body }));
    await visit(`properties/${propertyId}`);
    await page.getByText("Your role doesn't allow this").waitFor();
    await close();
  });
});
