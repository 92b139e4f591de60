import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { eventually } from '../../../support/eventually.js';
import { rememberSecret } from '../../../support/secrets/given-secrets.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { openDashboard } from '../../support/open-dashboard.js';
import { getSection, getTaskButton, newTasks } from '../../support/tasks.js';

describe('the tasks page', () => {
  const browser = useBrowser();

  it('lists tasks by due time, postpones one, and completes another and undoes that', async () => {
    const { workspace, late } = await newTasks();
    const { page, close } = await openDashboard(browser(), { workspace, path: 'tasks' });
    const [overdue, later] = [getSection(page, 'Overdue'), getSection(page, 'Later')];
    await later.getByRole('link', { name: 'Far', exact: true }).waitFor();
    await getSection(page, 'Today').getByText('No tasks.').waitFor();
    await getTaskButton(overdue, 'Done', 'Follow up, Late').click();
    await overdue.getByText('No tasks.').waitFor();
    const listDone = async () => (await workspace.api.get(`/v1/tasks?lead_id=${late.id}&done=true`)).records;
    await page.getByText('“Follow up” is done.').waitFor();
    expect(await listDone()).to.have.length(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await getTaskButton(overdue, 'Snooze', 'Follow up, Late').click();
    await page.getByRole('menuitem', { name: 'In a week' }).click();
    await getTaskButton(page, 'Done', 'Follow up, Late').waitFor();
    await overdue.getByText('No tasks.').waitFor();
    expect(await listDone()).to.have.length(0);
    // The page shows the new time before the API has stored it.
    await eventually(async () => {
      const { record } = await workspace.api.get(`/v1/leads/${late.id}`);
      expect(Date.parse(String(record['next_follow_up']))).to.be.greaterThan(Date.now());
    });
    await close();
  });

  it('restores a task if the server refuses the change', async () => {
    const { workspace } = await newTasks();
    const { page, faults, close } = await openDashboard(browser(), { workspace, path: 'tasks' });
    faults.expectError(/500/);
    const error = { code: 'INTERNAL_ERROR', message: 'Something went wrong here.' };
    await page.route('**/live/v1/tasks/*/done', (route) =>
      route.fulfill({ status: 500, json: { success: false, error } }),
    );
    await getTaskButton(getSection(page, 'Overdue'), 'Done', 'Follow up, Late').click();
    await page.getByText('Something went wrong here.').waitFor();
    await getTaskButton(getSection(page, 'Overdue'), 'Done', 'Follow up, Late').waitFor();
    await close();
  });

  it('creates an address for calendar apps, which is shown once and can be deleted', async () => {
    const { page, faults, close } = await openDashboard(browser(), { path: 'tasks' });
    // The person has no calendar yet.
    faults.expectError(/404 .*\/v1\/tasks\/calendar/);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByRole('button', { name: 'Create address' }).click();
    const address = await page.getByLabel('Address', { exact: true }).inputValue();
    rememberSecret(address, 'address of a calendar');
    await assertStateAccessible(page);
    const read = async () => (await fetch(address)).status;
    expect(await read()).to.equal(200);
    const dialog = page.getByRole('dialog', { name: 'See your tasks in your calendar' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete address' }).click();
    await dialog.getByRole('button', { name: 'Create address' }).waitFor();
    expect(await read()).to.equal(404);
    await close();
  });
});
