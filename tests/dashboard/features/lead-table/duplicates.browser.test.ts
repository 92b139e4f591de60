import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { newWorkspace } from '../../../support/workspace.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { openDashboard, phone } from '../../support/open-dashboard.js';

describe('the list of duplicates', () => {
  const browser = useBrowser();

  it('compares and merges two leads by keyboard, and stays open', async () => {
    const workspace = await newWorkspace();
    const { api } = workspace;
    const { id } = await api.create('/v1/leads', { name: 'Ada Lopez', email: 'ada@example.com', notes: 'First' });
    await api.create('/v1/leads', { name: 'A. Lopez', email: 'ada@example.com', notes: 'Second' });
    const { page, close } = await openDashboard(browser(), { workspace, path: 'leads', viewport: phone });
    await page.getByRole('link', { name: 'Duplicates' }).press('Enter');
    await page.getByRole('heading', { name: 'Ada Lopez: 2 leads' }).waitFor();
    await page.getByText('Same email', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Merge A. Lopez into Ada Lopez' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Merge duplicates' });
    await dialog.getByRole('columnheader', { name: 'Older lead' }).waitFor();
    await dialog.getByRole('row', { name: /^Notes First Second/ }).waitFor();
    await assertStateAccessible(page);
    await dialog.getByRole('button', { name: 'Merge leads' }).press('Enter');
    await page.getByText('No two leads have the same email or phone.').waitFor();
    expect(new URL(page.url()).pathname).to.contain('/leads/duplicates');
    const { record } = await api.get(`/v1/leads/${id}`);
    expect(record['notes']).to.equal('First\n\nSecond');
    await close();
  });

  it('offers no merge to a viewer', async () => {
    const workspace = await newWorkspace();
    for (const name of ['Ada', 'Eda']) await workspace.api.create('/v1/leads', { name, email: 'ada@example.com' });
    const { page, close } = await openDashboard(browser(), { workspace, role: 'viewer', path: 'leads/duplicates' });
    await page.getByRole('heading', { name: 'Ada: 2 leads' }).waitFor();
    expect(await page.getByRole('button', { name: /^Merge/ }).count()).to.equal(0);
    await close();
  });
});
