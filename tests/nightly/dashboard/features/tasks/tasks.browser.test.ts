import { expect } from 'chai';
import { openDashboard, phone } from '../../../../dashboard/support/open-dashboard.js';
import { day, getSection, inDays, newTasks } from '../../../../dashboard/support/tasks.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { newWorkspace } from '../../../../support/workspace.js';

describe('task page', () => {
  const browser = useBrowser();

  it("updates the lead's page, which was opened before the change", async () => {
    const { workspace, late } = await newTasks();
    const { page, close } = await openDashboard(browser(), { workspace, path: `pipeline/${late.id}` });
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByRole('listitem').first().waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Today' }).click();
    await getSection(page, 'Overdue').getByRole('button', { name: 'Postpone: Late' }).click();
    await page.getByRole('menuitem', { name: 'In a month' }).click();
    await getSection(page, 'Later').getByRole('link', { name: 'Late', exact: true }).click();
    await timeline.getByText('Next follow-up:').waitFor({ timeout: 25_000 });
    await close();
  });

  it('moves on to the next day while it stays open', async () => {
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

  it('keeps a follow-up that someone else has planned', async () => {
    const { workspace, far } = await newTasks();
    const { page, close } = await openDashboard(browser(), { workspace, path: 'tasks' });
    await getSection(page, 'Later').getByRole('link', { name: 'Far', exact: true }).waitFor();
    expect((await workspace.api.put(`/v1/leads/${far.id}`, { next_follow_up: inDays(50) })).status).to.equal(200);
    await getSection(page, 'Later').getByRole('button', { name: 'Postpone: Far' }).click();
    await page.getByRole('menuitem', { name: 'No follow-up' }).click();
    const dialog = page.getByRole('dialog', { name: /changed by somebody else/ });
    await dialog.getByRole('button', { name: 'Leave it' }).click();
    await getSection(page, 'Later').getByRole('link', { name: 'Far', exact: true }).waitFor();
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
    await getSection(page, 'Overdue').getByText('No follow-ups.').waitFor();
    const { sandbox } = workspace;
    const { id: assigned_agent } = await sandbox.create('/v1/agents', { name: 'Test agent', email: person.email });
    const late = { name: 'Late', email: 'late@example.com', next_follow_up: inDays(-3), assigned_agent };
    await sandbox.create('/v1/leads', late);
    await visit('tasks');
    await getSection(page, 'Overdue').getByRole('link', { name: 'Late', exact: true }).waitFor();
    await close();
  });

  it('shows a viewer no buttons', async () => {
    const { workspace } = await newTasks();
    const { page, close } = await openDashboard(browser(), { workspace, path: 'tasks', role: 'viewer' });
    await getSection(page, 'Overdue').getByRole('link', { name: 'Late', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^(Contacted|Postpone)/ }).count()).to.equal(0);
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
    await getSection(page, 'Overdue').getByText('No follow-ups.').waitFor();
    await page.getByText('Everyone’s').click();
    await getSection(page, 'Overdue').getByRole('link', { name: 'Late', exact: true }).waitFor();
    await close();
  });
});
