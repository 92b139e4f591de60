import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { cell } from '../../support/development.js';
import { openDashboard } from '../../support/open-dashboard.js';

describe('the property page', () => {
  const browser = useBrowser();

  it('creates a property, adds units, reserves a floor in the stacking plan, and changes prices in the table', async () => {
    const { page, workspace, close } = await openDashboard(browser(), { path: 'properties' });
    await page.getByText('No properties yet').waitFor();
    await page.getByRole('button', { name: 'Create a property' }).click();
    const form = page.getByRole('dialog', { name: 'New property' });
    await form.getByLabel('Name').fill('The Quay');
    await form.getByLabel('Area').fill('Docklands');
    await form.getByLabel('Currency').selectOption('USD');
    await form.getByLabel('From').fill('200000');
    await assertStateAccessible(page);
    await form.getByRole('button', { name: 'Create property' }).click();
    await page.getByRole('heading', { level: 1, name: 'The Quay' }).waitFor();
    for (const number of ['101', '102', '201']) {
      await page.getByRole('button', { name: 'Add a unit' }).click();
      const drawer = page.getByRole('dialog', { name: 'New unit' });
      await drawer.getByLabel('Name').fill(`Flat ${number}`);
      await drawer.getByLabel('Number').fill(number);
      await drawer.getByLabel('Price').fill('250000');
      await drawer.getByRole('button', { name: 'Add unit' }).click();
      await cell(page, number, 'Available').waitFor();
    }
    // Focus starts on the top floor. Arrow keys move it, and Space selects.
    await cell(page, '201', 'Available').focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'Space']) await page.keyboard.press(key);
    await page.getByText('1 selected').waitFor();
    await page.getByLabel('Floor 1').check();
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Set status' }).click();
    await page.getByRole('menuitem', { name: 'Reserved' }).click();
    await page.getByText('Set to reserved: 2 units').waitFor();
    await cell(page, '102', 'Reserved').waitFor();
    expect((await workspace.api.get('/v1/units?status=reserved')).records).to.have.length(2);
    await page.getByRole('button', { name: 'Change prices' }).click();
    await page.getByLabel('Change by (%)').fill('10');
    await page.getByRole('button', { name: 'Change 2 prices' }).click();
    await page.getByText('Change prices: 2 units').waitFor();
    await page.getByText('Table', { exact: true }).click();
    await page.getByRole('row', { name: /101/ }).getByText('275,000').waitFor();
    for (const first of ['275,000', '250,000']) {
      await page.getByRole('button', { name: /^Price/ }).click();
      await page.getByRole('row').nth(1).filter({ hasText: first }).waitFor();
    }
    await page.getByRole('button', { name: 'Set visibility' }).click();
    await page.getByRole('menuitem', { name: 'Private' }).click();
    await page.getByText('Set visibility to private: 2 units').waitFor();
    expect((await workspace.api.get('/v1/units?visibility=private')).records).to.have.length(2);
    await close();
  });
});
