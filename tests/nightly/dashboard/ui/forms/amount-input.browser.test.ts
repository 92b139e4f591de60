import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { openDashboard } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { createUnits } from '../../../../support/listings-and-leads.js';
import { newWorkspace } from '../../../../support/workspace.js';

/** Replaces the text in a field. Resolves to the text that the field then shows. */
async function type(field: Locator, text: string): Promise<string> {
  await field.fill('');
  await field.pressSequentially(text);
  await field.blur();
  return field.inputValue();
}

describe('an amount field', () => {
  const browser = useBrowser();

  for (const [locale, typed, cents] of [
    ['en-US', '450,000', '450,000.25'],
    ['de-DE', '450.000', '450.000,25'],
  ] as const) {
    it(`accepts the separators of ${locale}`, async () => {
      const workspace = await newWorkspace();
      const { propertyId, unitIds } = await createUnits(workspace.api, 1);
      const path = `properties/${propertyId}?unit=${unitIds[0]}`;
      const { page, visit, close } = await openDashboard(browser(), { workspace, path, locale });
      const drawer = page.getByRole('dialog');
      const price = drawer.getByLabel('Price');
      expect(await type(price, cents)).to.equal(cents);
      expect(await type(price, typed)).to.equal(typed);
      await drawer.getByRole('button', { name: 'Save' }).click();
      await drawer.waitFor({ state: 'hidden' });
      const { record } = await workspace.api.get(`/v1/units/${unitIds[0]}`);
      expect(record).to.have.nested.property('price.amount', 450_000);
      await visit('pipeline');
      await page.getByRole('button', { name: 'New lead' }).click();
      expect(await type(page.getByLabel('Budget to'), cents)).to.equal(cents);
      expect(await type(page.getByLabel('Budget to'), typed)).to.equal(typed);
      await close();
    });
  }

  it('shows three decimals for a currency that has three', async () => {
    const workspace = await newWorkspace();
    const { propertyId, unitIds } = await createUnits(workspace.api, 1);
    const path = `properties/${propertyId}?unit=${unitIds[0]}`;
    const { page, close } = await openDashboard(browser(), { workspace, path });
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Currency').selectOption('KWD');
    expect(await type(drawer.getByLabel('Price'), '1250.1255')).to.equal('1,250.125');
    await close();
  });
});
