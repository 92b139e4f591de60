import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { assertAccessibleInBothSchemes } from '../../../dashboard/support/both-schemes.js';
import { holdRequests } from '../../../dashboard/support/hold-requests.js';
import { openDashboard, phone } from '../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { createLeads } from '../../../support/listings-and-leads.js';
import { newPerson, type TestPerson } from '../../../support/person.js';
import { newWorkspace } from '../../../support/workspace.js';

/** Fills in the sign-in form and submits it. */
async function signIn(page: Page, { email, password }: TestPerson): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/auth/sign-out');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
}

describe('the dashboard', () => {
  const browser = useBrowser();

  it('switches to the same page in the sandbox, and marks every sandbox page', async () => {
    const { page, workspace, close } = await openDashboard(browser(), { path: 'people' });
    expect(await page.getByText('Sandbox: test data').count()).to.equal(0);
    await page.getByRole('button', { name: /^Account:/ }).click();
    await assertAccessibleInBothSchemes(page);
    await page.getByRole('menuitem', { name: 'Open the sandbox' }).click();
    await page.getByText('Sandbox: test data').waitFor();
    expect(new URL(page.url()).pathname).to.equal(`/dashboard/${workspace.id}/sandbox/people`);
    await assertAccessibleInBothSchemes(page);
    await page.goto('/');
    await page.getByText('Sandbox: test data').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await page.getByRole('button', { name: 'Leave the sandbox' }).click();
    await page.getByText('Sandbox: test data').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).to.equal(`/dashboard/${workspace.id}/live/today`);
    await close();
  });

  it('keeps the chosen colour scheme, and moves the focus to the content after navigation', async () => {
    const { page, close } = await openDashboard(browser());
    await page.getByRole('link', { name: 'Analytics' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor();
    await page.locator('main:focus').waitFor();
    expect(await page.title()).to.equal('Analytics · Plotline');
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Dark theme' }).click();
    await page.reload();
    await page.locator('[data-mantine-color-scheme="dark"]').waitFor();
    await close();
  });

  it('narrows the menu to icons that keep their accessible names, even after a reload', async () => {
    const { page, close } = await openDashboard(browser());
    const menu = page.getByRole('navigation', { name: 'Pages' });
    await page.getByRole('button', { name: 'Narrow menu' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Widen menu' }).waitFor();
    expect((await menu.boundingBox())?.width).to.be.lessThan(80);
    await assertAccessibleInBothSchemes(page);
    await menu.getByRole('link', { name: 'People' }).click();
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    await close();
  });

  it('opens the most used pages and the menu from the bottom bar on a phone', async () => {
    const { page, close } = await openDashboard(browser(), { viewport: phone });
    await page.getByRole('navigation', { name: 'Main pages' }).getByRole('link', { name: 'Today' }).click();
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    await assertAccessibleInBothSchemes(page);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await close();
  });

  it("says that a page doesn't exist, both inside and outside a workspace", async () => {
    const { page, visit, close } = await openDashboard(browser(), { path: 'no-such-page' });
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await assertAccessibleInBothSchemes(page);
    await visit('../../ws_foreign/live/pipeline');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await close();
  });

  it("shows a loading state while a page's script loads slowly", async () => {
    const { page, close } = await openDashboard(browser(), { path: 'settings' });
    await page.getByText(/^This minute:/).waitFor();
    const release = await holdRequests(page, '**/assets/overview-page-*.js');
    await page.getByRole('link', { name: 'Analytics' }).click();
    await page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor();
    release();
    await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor();
    await close();
  });

  it('loads a page and its charts with at most 16 scripts and style sheets, and the board with 250 KB of script', async () => {
    const { page, visit, close } = await openDashboard(browser());
    for (const path of ['today', 'pipeline', 'properties', 'analytics']) {
      await visit(path);
      await page.waitForLoadState('networkidle');
      const files = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .flatMap(({ name }) => (/\/assets\/.*\.(js|css)$/.test(name) ? [name] : [])),
      );
      expect(files, path).to.have.length.within(2, 16);
    }
    await visit('pipeline');
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap((entry) =>
          entry instanceof PerformanceResourceTiming && entry.name.endsWith('.js') ? [entry.encodedBodySize] : [],
        ),
    );
    const bytes = scripts.reduce((sum, size) => sum + size, 0);
    expect(bytes, 'bytes of script, compressed').to.be.within(1, 250_000);
    await close();
  });

  it('continues after a new sign-in in another tab, and reloads if a different person signed in', async () => {
    const workspace = await newWorkspace();
    const [id] = await createLeads(workspace.api, 1);
    const path = `pipeline/${id}`;
    const { page, person, faults, close } = await openDashboard(browser(), { workspace, role: 'agent', path });
    faults.expectError(/401|403/);
    const other = await page.context().newPage();
    const note = async (text: string) => {
      await page.getByLabel('Add to the timeline').fill(text);
      await page.getByRole('region', { name: 'Timeline' }).getByRole('button', { name: 'Add' }).click();
    };
    // Stops background reads, because a read could open the sign-in dialog before the message does.
    const holdReads = () => holdRequests(page, '**/live/v1/**');
    const releaseFirst = await holdReads();
    await signOut(other);
    await signIn(other, person);
    await other.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await note('Has the token of the previous session.');
    releaseFirst();
    await page.getByRole('listitem').getByText('Has the token of the previous session.').waitFor();

    const releaseSecond = await holdReads();
    await signOut(other);
    await note('Has no session.');
    releaseSecond();
    const dialog = page.getByRole('dialog', { name: "You're signed out" });
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText("You aren't signed in yet.").waitFor();
    await assertAccessibleInBothSchemes(page);
    const [third] = await Promise.all([
      page.context().waitForEvent('page'),
      dialog.getByRole('link', { name: 'Sign in in a new tab' }).click(),
    ]);
    await signIn(third, person);
    await third.getByRole('heading', { level: 1, name: 'Lead 0' }).waitFor();
    await third.close();
    // The page may already have noticed the new session when its tab became visible again.
    await dialog
      .getByRole('button', { name: 'Continue' })
      .click({ timeout: 2_000 })
      .catch(() => undefined);
    await page.getByRole('listitem').getByText('Has no session.').waitFor();
    await dialog.waitFor({ state: 'detached' });

    await signOut(other);
    await signIn(other, await newPerson(workspace, 'viewer'));
    await other.getByRole('heading', { level: 1, name: 'Board' }).waitFor();
    // A background read between the two sessions may already have opened the dialog.
    await page.getByLabel('Add to the timeline').fill('Is from someone else.');
    const add = page.getByRole('region', { name: 'Timeline' }).getByRole('button', { name: 'Add' });
    await add
      .or(dialog.getByRole('button', { name: 'Continue' }))
      .last()
      .click();
    await page.getByLabel('Add to the timeline').waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: 'Lead 0' }).waitFor();
    const { records } = await workspace.api.get(`/v1/leads/${id}/activity`);
    expect(JSON.stringify(records)).to.contain('previous session').and.not.contain('someone else');
    await close();
  });

  it('keeps the page during a rate limit, shows the remaining time, and continues automatically', async () => {
    const { page, visit, faults, close } = await openDashboard(browser(), { path: 'deals' });
    faults.expectError(/429/);
    const error = { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many requests.' };
    let refusals = 0;
    await page.route('**/v1/agents?*', (route) => {
      refusals += 1;
      return route.fulfill({ status: 429, headers: { 'retry-after': '6' }, json: { success: false, error } });
    });
    await visit('people');
    const state = page.getByRole('status').filter({ hasText: 'Too many requests' });
    await state.getByText(/^Retrying in \d seconds?\.$/).waitFor();
    expect(refusals).to.equal(1);
    await assertAccessibleInBothSchemes(page);
    await page.unroute('**/v1/agents?*');
    await state.waitFor({ state: 'detached' });
    await page.getByText('1 person').waitFor();
    await close();
  });

  it('mentions the role only if the role is the reason, and links to two-factor setup if that is required', async () => {
    const { page, visit, faults, close } = await openDashboard(browser());
    faults.expectError(/403/);
    const error = { code: 'FORBIDDEN', message: 'The plan does not allow this.', reason: 'another_reason' };
    await page.route('**/v1/agents?*', (route) => route.fulfill({ status: 403, json: { success: false, error } }));
    await visit('people');
    await page.getByRole('alert').getByText('The plan does not allow this.').waitFor();
    expect(await page.getByText("Your role doesn't allow this").count()).to.equal(0);
    error.reason = 'two_factor_setup_required';
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Two-factor authentication required').waitFor();
    await assertAccessibleInBothSchemes(page);
    await page.getByRole('link', { name: 'Set up two-factor authentication' }).click();
    await page.waitForURL((url) => url.pathname === '/auth/two-factor');
    expect(new URL(page.url()).searchParams.get('return_to')).to.match(/^\/dashboard\/.+\/live\/people$/);
    await close();
  });
});
