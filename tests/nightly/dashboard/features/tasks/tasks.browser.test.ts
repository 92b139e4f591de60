import { expect } from 'chai';
import { openDashboard, phone } from '../../../../dashboard/support/open-dashboard.js';
import { day, getSection, getTaskButton, inDays, newTasks } from '../../../../dashboard/support/tasks.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { newWorkspace } from '../../../../support/workspace.js';

const late = 'Follow up, Late';
const far = 'Follow up, Far';

describe('the tasks page', () => {
  const browser = useBrowser();

  it("updates a lead's page that was opened before the change", async () => {
    const { workspace, late: lead } = await newTasks();
    const { page, close } = await openDashboard(browser(), { workspace, path: `pipeline/${lead.id}` });
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByRole('listitem').first().waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Today' }).click();
    await getTaskButton(getSection(page, 'Overdue'), 'Done', late).click();
    await page.getByText('“Follow up” is done.').waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'Tasks' }).getByText('Nothing planned.').waitFor();
    await page.getByRole('button', { name: 'Show completed tasks' }).click();
    await getTaskButton(page, 'Reopen', late).waitFor();
    await close();
  });

  it('moves to the next day at midnight while it is open', async () => {
    const workspace = await newWorkspace();
    const midnight = new Date(new Date().setHours(24, 0, 0, 0));
    const next_follow_up = new Date(midnight.getTime() + day / 2).toISOString();
    await workspace.api.create('/v1/leads', { name: 'Next', email: 'next@example.com', next_follow_up });
    const { page, visit, close } = await openDashboard(browser(), { workspace, path: 'tasks' });
    await page.clock.install({ time: new Date(midnight.getTime() - 120_000) });
    await visit('tasks');
    await getSection(page, 'This week').getByRole('link', { name: 'Next', exact: true }).waitFor();
    await page.clock.fastForward(180_000);
    await getSection(page, 'Today').getByRole('link', { name: 'Next', exact: true }).waitFor();
    await close();
  });

  it('keeps the due time that someone else has set', async () => {
    const { workspace, far: lead } = await newTasks();
    const { page, close } = await openDashboard(browser(), { workspace, path: 'tasks' });
    await getTaskButton(getSection(page, 'Later'), 'Snooze', far).waitFor();
    const due_at = inDays(50);
    expect((await workspace.api.put(`/v1/leads/${lead.id}`, { next_follow_up: due_at })).status).to.equal(200);
    await getTaskButton(page, 'Snooze', far).click();
    await page.getByRole('menuitem', { name: 'Tomorrow' }).click();
    await page.getByText('Somebody else changed it in the meantime.').waitFor();
    const [task] = (await workspace.api.get(`/v1/tasks?lead_id=${lead.id}`)).records;
    expect(task?.['due_at']).to.equal(due_at);
    await close();
  });

  it('deletes a task, and restores it when the deletion is undone', async () => {
    const { workspace, late: lead } = await newTasks();
    const { page, close } = await openDashboard(browser(), { workspace, path: 'tasks' });
    const list = async () => (await workspace.api.get(`/v1/tasks?lead_id=${lead.id}`)).records;
    const [before] = await list();
    await getTaskButton(page, 'More', late).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await getSection(page, 'Overdue').getByText('No tasks.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await getTaskButton(getSection(page, 'Overdue'), 'More', late).waitFor();
    const [after] = await list();
    expect(after).to.include({ title: before?.['title'], due_at: before?.['due_at'] });
    await close();
  });

  it('shows agents their own tasks in the sandbox, matched by email', async () => {
    const workspace = await newWorkspace();
    const { page, person, visit, close } = await openDashboard(browser(), {
      workspace,
      path: 'tasks',
      mode: 'sandbox',
      role: 'agent',
    });
    await getSection(page, 'Overdue').getByText('No tasks.').waitFor();
    const { sandbox } = workspace;
    const { id: assigned_agent } = await sandbox.create('/v1/agents', { name: 'Test agent', email: person.email });
    await sandbox.create('/v1/leads', {
      name: 'Late',
      email: 'late@example.com',
      next_follow_up: inDays(-3),
      assigned_agent,
    });
    await visit('tasks');
    await getSection(page, 'Overdue').getByRole('link', { name: 'Late', exact: true }).waitFor();
    await close();
  });

  it('shows a viewer no buttons', async () => {
    const { workspace } = await newTasks();
    const { page, close } = await openDashboard(browser(), { workspace, path: 'tasks', role: 'viewer' });
    await getSection(page, 'Overdue').getByRole('link', { name: 'Late', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^(Done|Snooze|More|New task|Subscribe)/ }).count()).to.equal(0);
    await close();
  });

  it('shows agents their own tasks first, also on a phone', async () => {
    const { workspace } = await newTasks();
    const { page, close } = await openDashboard(browser(), {
      workspace,
      path: 'tasks',
      role: 'agent',
      viewport: phone,
    });
    await getSection(page, 'Overdue').getByText('No tasks.').waitFor();
    await page.getByText('Everyone’s').click();
    await getSection(page, 'Overdue').getByRole('link', { name: 'Late', exact: true }).waitFor();
    await close();
  });
});
