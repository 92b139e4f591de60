import { expect } from 'chai';
import { openDashboard, phone } from '../../../dashboard/support/open-dashboard.js';
import { day, inDays, newTasks, part } from '../../../dashboard/support/tasks.js';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { newWorkspace } from '../../../support/workspace.js';

describe('the page of tasks', () => {
  const browser = useBrowser();

  it('shows on the page of a lead, which was open before, when it is followed up next', async () => {
    const { workspace, late } = await newTasks();
    const { page, close } = await openDashboard(browser(), { workspace, path: `pipeline/${late.id}` });
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByRole('listitem').first().waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Tasks' }).click();
    await part(page, 'Overdue').getByRole('button', { name: 'Postpone: Late' }).click();
    await page.getByRole('menuitem', { name: 'In a month' }).click();
    await part(page, 'Later').getByRole('link', { name: 'Late', exact: true }).click();
    await timeline.getByText('Next follow-up:').waitFor({ timeout: 25_000 });
    await close();
  });

  it('goes on to the next day while it stays open', async () => {
    const workspace = await newWorkspace();
    const midnight = new Date(new Date().setHours(24, 0, 0, 0));
    const next_follow_up = new Date(midnight.getTime() + day / 2).toISOString();
    await workspace.api.create('/v1/leads', { name: 'Next', email: 'next@example.com', next_follow_up });
    const { page, visit, close } = await openDashboard(browser(), { workspace, path: 'tasks' });
    await page.clock.install({ time: new Date(midnight.getTime() - 120_000) });
    await visit('tasks');
    await part(page, 'This week').getByRole('link', { name: 'Next', exact: true }).waitFor();
    await page.clock.fastForward(180_000);
    await part(page, 'Today').getByRole('link', { name: 'Next', exact: true }).waitFor();
    await close();
  });

  it('leaves a lead that somebody else has planned', async () => {
    const { workspace, far } = await newTasks();
    const { page, close } = await openDashboard(browser(), { workspace, path: 'tasks' });
    await part(page, 'Later').getByRole('link', { name: 'Far', exact: true }).waitFor();
    expect((await workspace.api.put(`/v1/leads/${far.id}`, { next_follow_up: inDays(50) })).status).to.equal(200);
    await part(page, 'Later').getByRole('button', { name: 'Postpone: Far' }).click();
    await page.getByRole('menuitem', { name: 'No follow-up' }).click();
    const dialog = page.getByRole('dialog', { name: /changed by somebody else/ });
    await dialog.getByRole('button', { name: 'Leave it' }).click();
    await part(page, 'Later').getByRole('link', { name: 'Far', exact: true }).waitFor();
    await close();
  });

  it('shows agents their own in the sandbox, who they are there by their email', async () => {
    const workspace = await newWorkspace();
    const { page, person, visit, close } = await openDashboard(browser(), {
      workspace,
      path: 'tasks',
      mode: 'sandbox',
      role: 'agent',
    });
    await part(page, 'Overdue').getByText('No follow-ups.').waitFor();
    const { sandbox } = workspace;
    const { id: assigned_agent } = await sandbox.create('/v1/agents', { name: 'Test agent', email: person.email });
    const late = { name: 'Late', email: 'late@example.com', next_follow_up: inDays(-3), assigned_agent };
    await sandbox.create('/v1/leads', late);
    await visit('tasks');
    await part(page, 'Overdue').getByRole('link', { name: 'Late', exact: true }).waitFor();
    await close();
  });

  it('shows a viewer, who may change nothing, no button to', async () => {
    const { workspace } = await newTasks();
    const { page, close } = await openDashboard(browser(), { workspace, path: 'tasks', role: 'viewer' });
    await part(page, 'Overdue').getByRole('link', { name: 'Late', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^(Contacted|Postpone)/ }).count()).to.equal(0);
    await close();
  });

  it('shows agents their own first, on a phone, too', async () => {
    const { workspace } = await newTasks();
    const { page, close } = await openDashboard(browser(), {
      workspace,
      path: 'tasks',
      role: 'agent',
      viewport: phone,
    });
    await part(page, 'Overdue').getByText('No follow-ups.').waitFor();
    await page.getByText('Everybody’s').click();
    await part(page, 'Overdue').getByRole('link', { name: 'Late', exact: true }).waitFor();
    await close();
  });
});
