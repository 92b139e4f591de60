import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../../../support/browser/accessibility.js';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { system } from '../../../support/system.js';
import { readGuideSources } from '../guides/snippets.js';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };
const hosts = ['api', 'sandbox', 'auth'] as const;

/** Operations to check: one of each kind, and the longest ones. All guides are also checked. */
const operationsOf = {
  api: ['createLeads', 'listLeads', 'winLead', 'createWebhook'],
  sandbox: ['winLead'],
  auth: ['requestToken', 'authorize', 'createApiKey'],
};

interface Reader {
  readonly page: Page;
  /** Console errors and requests to other hosts so far. */
  readonly faults: readonly string[];
}

describe('the API reference in a browser', () => {
  const browser = useBrowser();

  async function newReader(base: string, viewport: typeof phone): Promise<Reader> {
    const page = await browser().newPage({ baseURL: base, viewport });
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(base) && !request.url().startsWith('data:')) faults.push(request.url());
    });
    return { page, faults };
  }

  /** Returns the width by which a page exceeds the window. */
  const measureOverflow = (page: Page) =>
    page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

  for (const host of hosts) {
    it(`fits a phone on the ${host} host, is accessible, and loads nothing from other hosts`, async () => {
      const { page, faults } = await newReader(system().urls[host], phone);
      const guides = host === 'api' ? readGuideSources().map(({ name }) => `/docs/guides/${name}`) : [];
      const operations = operationsOf[host].map((id) => `/docs/operations/${id}`);
      for (const path of ['/docs', ...guides, ...operations]) {
        const response = await page.goto(path);
        expect(response?.status(), path).to.equal(200);
        await assertAccessible(page);
        await page.evaluate("for (const part of document.querySelectorAll('main details')) part.open = true");
        expect(await measureOverflow(page), path).to.equal(0);
      }
      expect(faults).to.deep.equal([]);
      await page.close();
    });
  }

  it('shows the contents beside the text in a wide window, and marks the current page', async () => {
    const { page, faults } = await newReader(system().urls.api, desktop);
    await page.goto('/docs/operations/winLead');
    await assertAccessible(page);
    const [contents, text] = [await page.locator('nav').boundingBox(), await page.locator('main').boundingBox()];
    expect((contents?.x ?? 0) + (contents?.width ?? 0)).to.be.at.most(text?.x ?? 0);
    expect(await page.locator('nav [aria-current]').textContent()).to.equal('Win a lead');
    expect(faults).to.deep.equal([]);
    await page.close();
  });

  it('has no broken links', async () => {
    const { urls } = system();
    const seen = new Set<string>(['/docs']);
    for (const path of seen) {
      const reply = await fetch(urls.api + path);
      expect(reply.status, path).to.equal(200);
      const text = await reply.text();
      const addresses = [...text.matchAll(/<a href="([^"#]+)/g)].map(([, address]) => address ?? '');
      for (const address of addresses.filter((one) => one.startsWith('/'))) seen.add(address);
      for (const address of addresses.filter((one) => one.startsWith(urls.auth))) {
        expect((await fetch(address)).status, `${path} leads to ${address}`).to.equal(200);
      }
    }
    expect(seen.size).to.be.above(60);
  });
});
