import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { assertAccessibleInBothSchemes } from '../../../../dashboard/support/both-schemes.js';
import { openDashboard } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { createLeads } from '../../../../support/listings-and-leads.js';
import { newWorkspace } from '../../../../support/workspace.js';

const getQuestion = (page: Page) => page.getByRole('dialog', { name: 'Discard unsaved changes?' });
const getMenuLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name });

async function answer(page: Page, label: 'Keep editing' | 'Discard'): Promise<void> {
  await getQuestion(page).getByRole('button', { name: label }).click();
  await getQuestion(page).waitFor({ state: 'hidden' });
}

describe('unsaved input', () => {
  const browser = useBrowser();

  it('survives a click outside its dialog, and is discarded by Escape or Close after a confirmation', async () => {
    const { page, close } = await openDashboard(browser(), { path: 'properties' });
    const drawer = page.getByRole('dialog', { name: 'New property' });
    const name = drawer.getByLabel('Name');
    await page.getByRole('button', { name: 'New property' }).click();
    await name.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'New property' }).click();
    await name.fill('Harbour Point');
    await page.mouse.click(20, 400);
    expect(await getQuestion(page).count()).to.equal(0);
    await page.keyboard.press('Escape');
    await getQuestion(page).waitFor();
    await assertAccessibleInBothSchemes(page);
    await page.keyboard.press('Escape');
    await getQuestion(page).waitFor({ state: 'hidden' });
    expect(await name.inputValue()).to.equal('Harbour Point');
    await drawer.getByRole('button', { name: 'Close' }).click();
    await answer(page, 'Keep editing');
    expect(await name.inputValue()).to.equal('Harbour Point');
    await page.keyboard.press('Escape');
    await answer(page, 'Discard');
    await drawer.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'New property' }).click();
    await name.fill('Harbour Point');
    await drawer.getByRole('button', { name: 'Create property' }).click();
    await page.getByRole('heading', { level: 1, name: 'Harbour Point' }).waitFor();
    await getMenuLink(page, 'Today').click();
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await close();
  });

  it("is discarded by a link, Back or a reload after a confirmation, and doesn't affect other dialogs", async () => {
    const workspace = await newWorkspace();
    const [id] = await createLeads(workspace.api, 1);
    const { page, close } = await openDashboard(browser(), { workspace });
    await page.getByRole('link', { name: 'Lead 0' }).click();
    const note = page.getByLabel('Add to the timeline');
    await note.fill('Half of a');
    await page.getByRole('button', { name: 'Lose', exact: true }).click();
    await page.getByRole('dialog', { name: /as lost/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: /as lost/ }).waitFor({ state: 'hidden' });

    await getMenuLink(page, 'Today').click();
    await answer(page, 'Keep editing');
    await page.goBack();
    await answer(page, 'Keep editing');
    await page.waitForURL(new RegExp(`/pipeline/${id}$`));
    const asked = page.waitForEvent('dialog');
    const reloading = page.evaluate('location.reload()').catch(() => undefined);
    expect((await asked).type()).to.equal('beforeunload');
    await (await asked).dismiss();
    await reloading;
    expect(await note.inputValue()).to.equal('Half of a');
    expect(new URL(page.url()).pathname).to.match(new RegExp(`/pipeline/${id}$`));

    await getMenuLink(page, 'Today').click();
    await answer(page, 'Discard');
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await page.goBack();
    await note.fill('A note.');
    await page.getByRole('region', { name: 'Timeline' }).getByRole('button', { name: 'Add' }).click();
    await page.getByRole('listitem').getByText('A note.').waitFor();
    await getMenuLink(page, 'Today').click();
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await close();
  });
});
