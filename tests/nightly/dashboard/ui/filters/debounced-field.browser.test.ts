import { expect } from 'chai';
import { openDashboard } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';

const pauseMs = 300;

/** Types `nextLetter` into the focused field when the page address changes. */
const typeAtChange = `
  const replace = History.prototype.replaceState;
  History.prototype.replaceState = function (...state) {
    if (window.nextLetter) document.execCommand('insertText', false, window.nextLetter);
    window.nextLetter = undefined;
    return replace.apply(this, state);
  };
`;

describe('a search field', () => {
  const browser = useBrowser();

  for (const path of ['pipeline', 'people']) {
    it(`keeps the typed text while the address of the ${path} page changes`, async () => {
      const { page, visit, close } = await openDashboard(browser());
      await page.addInitScript(typeAtChange);
      await page.clock.install();
      await visit(path);
      await page.clock.pauseAt(Date.now() + 60_000);
      const field = page.getByLabel('Search');
      await field.fill('q');
      await page.evaluate("window.nextLetter = 'i'");
      await page.clock.runFor(pauseMs);
      await page.waitForURL(/search=q$/);
      await page.getByRole('button', { name: 'Clear filters' }).waitFor();
      await page.keyboard.type(' n');
      await page.clock.runFor(pauseMs);
      await page.waitForURL(/search=qi\+n$/);
      expect(await field.inputValue()).to.equal('qi n');
      await close();
    });
  }
});
