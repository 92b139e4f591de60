import { expect } from 'chai';
import { cell, newDevelopment } from '../../../../dashboard/support/development.js';
import { openDashboard, phone } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { newWorkspace } from '../../../../support/workspace.js';

describe('the unit drawer', () => {
  const browser = useBrowser();

  it('opens as a history entry, which Back or the close button removes', async () => {
    const workspace = await newWorkspace();
    await newDevelopment(workspace);
    const { page, close } = await openDashboard(browser(), { workspace, path: 'properties', viewport: phone });
    await page.getByRole('link', { name: 'The Quay', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Unit 101' });
    await cell(page, '101', 'Available').click();
    await drawer.getByLabel('Name').waitFor();
    await page.goBack();
    await drawer.waitFor({ state: 'hidden' });
    await cell(page, '101', 'Available').click();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await drawer.waitFor({ state: 'hidden' });
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Properties' }).waitFor();
    await close();
  });

  it('keeps unsaved input until Back or Close is confirmed, and asks only once', async () => {
    const workspace = await newWorkspace();
    const { propertyId, unitIds } = await newDevelopment(workspace);
    const { page, close } = await openDashboard(browser(), { workspace, path: `properties/${propertyId}` });
    const drawer = page.getByRole('dialog', { name: 'Unit 101' });
    const name = drawer.getByLabel('Name');
    const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
    const answer = async (label: 'Keep editing' | 'Discard') => {
      await question.getByRole('button', { name: label }).click();
      await question.waitFor({ state: 'hidden' });
    };
    await cell(page, '101', 'Available').click();
    await name.fill('Corner flat');
    await page.goBack();
    await answer('Keep editing');
    expect(await name.inputValue()).to.equal('Corner flat');
    await page.waitForURL(({ searchParams }) => searchParams.get('unit') === unitIds[0]);
    await page.goBack();
    await answer('Discard');
    await drawer.waitFor({ state: 'hidden' });

    await cell(page, '101', 'Available').click();
    await name.fill('Corner flat');
    await page.keyboard.press('Escape');
    await answer('Discard');
    await drawer.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).searchParams.get('unit')).to.equal(null);
    expect(await question.count()).to.equal(0);
    await close();
  });
});
