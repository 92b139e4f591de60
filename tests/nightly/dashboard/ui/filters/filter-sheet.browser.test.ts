import { expect } from 'chai';
import { assertAccessibleInBothSchemes } from '../../../../dashboard/support/both-schemes.js';
import { openDashboard, phone } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';

describe('filters on a phone', () => {
  const browser = useBrowser();

  it('open in a sheet, are counted on its button, and can be cleared', async () => {
    const { page, close } = await openDashboard(browser(), { viewport: phone });
    await page.getByLabel('Search').waitFor();
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    expect((await sheet.boundingBox())?.width, 'width of the sheet').to.equal(phone.width);
    await sheet.getByLabel('Score').selectOption('70');
    await assertAccessibleInBothSchemes(page);
    await sheet.getByRole('button', { name: 'Show results' }).click();
    await sheet.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).searchParams.get('min_score')).to.equal('70');
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'Filters', exact: true }).waitFor();
    expect(new URL(page.url()).search).to.equal('');
    await close();
  });
});
