import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openDashboard, phone } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { createLeads } from '../../../../support/listings-and-leads.js';
import { newWorkspace } from '../../../../support/workspace.js';

interface Target {
  readonly name: string;
  readonly height: number;
  readonly fontSize: number;
}

/** Measures the visible elements of a kind. */
const measure = (page: Page, selector: string): Promise<readonly Target[]> =>
  page.evaluate<Target[]>(`
    [...document.querySelectorAll(${JSON.stringify(selector)})]
      .map((element) => ({
        name: element.getAttribute('aria-label') || element.textContent || element.outerHTML.slice(0, 200),
        height: element.getBoundingClientRect().height,
        fontSize: parseFloat(getComputedStyle(element).fontSize),
      }))
      .filter(({ height }) => height > 1)
  `);

describe('controls on a phone', () => {
  const browser = useBrowser();

  it('have buttons of at least 44 pixels and fields with text of at least 16 pixels', async () => {
    const workspace = await newWorkspace();
    const [id] = await createLeads(workspace.api, 1);
    const { page, visit, close } = await openDashboard(browser(), { workspace, viewport: phone });
    await page.getByRole('button', { name: 'New lead' }).click();
    await page.getByRole('dialog', { name: 'New lead' }).getByLabel('Name').waitFor();
    const fields = await measure(page, '[role="dialog"] :is(input, select, textarea)');
    expect(fields.filter(({ fontSize }) => fontSize < 16)).to.deep.equal([]);
    for (const path of [`pipeline/${id}`, 'today', 'tasks?view=month', 'people', 'settings']) {
      await visit(path);
      await page.waitForLoadState('networkidle');
      const buttons = await measure(page, 'header button, main button, nav[aria-label="Main pages"] :is(a, button)');
      const small = buttons.filter(({ height }) => height < 44);
      expect(small, path).to.deep.equal([]);
    }
    await close();
  });
});
