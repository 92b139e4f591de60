import { expect } from 'chai';
import { assertAccessible } from '../support/browser/accessibility.js';
import { useBrowser } from '../support/browser/use-browser.js';
import { system } from '../support/system.js';
import { phone } from './support/open-dashboard.js';

describe('the API reference', () => {
  const browser = useBrowser();

  it('finds words from operations, guides and fields, and their synonyms, without requests to other hosts', async () => {
    const baseURL = system().urls.api;
    const page = await browser().newPage({ baseURL, viewport: phone });
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(baseURL) && !request.url().startsWith('data:')) faults.push(request.url());
    });
    await page.goto('/docs');
    const find = async (query: string) => {
      await page.getByLabel('Search').fill(query);
      await page
        .getByRole('status')
        .filter({ hasText: `“${query}”` })
        .waitFor();
      return page.locator('#results a').allTextContents();
    };
    expect((await find('won')).slice(0, 5)).to.include('Win a lead');
    expect((await find('refund'))[0]).to.equal('Sell a unit, cancel or refund a sale');
    expect(await find('refund')).to.include('Mark an invoice as paid');
    expect(await find('possible_duplicates')).to.include('Create a lead');
    await assertAccessible(page);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).to.equal(0);
    await page.getByRole('link', { name: 'Sell a unit, cancel or refund a sale' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Sell a unit, cancel or refund a sale' }).waitFor();
    expect(faults).to.deep.equal([]);
    await page.close();
  });
});
