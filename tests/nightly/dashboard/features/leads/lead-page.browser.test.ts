import { expect } from 'chai';
import { holdRequests } from '../../../../dashboard/support/hold-requests.js';
import { openDashboard } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { newWorkspace } from '../../../../support/workspace.js';

describe('unsaved input on the lead page', () => {
  const browser = useBrowser();

  async function openLead() {
    const workspace = await newWorkspace();
    const { id } = await workspace.api.create('/v1/leads', { name: 'Maria Silva', email: 'maria@example.com' });
    return { id, ...(await openDashboard(browser(), { workspace, path: `pipeline/${id}` })) };
  }

  it('is kept when an earlier note is saved', async () => {
    const { page, close } = await openLead();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    const note = page.getByLabel('Add to the timeline');
    await note.fill('Wants a garden.');
    const release = await holdRequests(page, '**/notes', 'POST');
    await timeline.getByRole('button', { name: 'Add' }).click();
    await note.fill('And a pool');
    release();
    await timeline.getByRole('listitem').getByText('Wants a garden.').waitFor();
    expect(await note.inputValue()).to.equal('And a pool');
    await close();
  });

  it("is kept in a task's form when someone else changes the task, and the form shows that change", async () => {
    const { page, workspace, id, faults, close } = await openLead();
    faults.expectError(/412/);
    const task = { lead_id: id, title: 'Call', type: 'call', due_at: '2030-05-06T09:00:00.000Z' };
    const { id: taskId } = await workspace.api.create('/v1/tasks', task);
    await page.reload();
    await page.getByRole('button', { name: 'More: Call, Maria Silva' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit task' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Call again');
    await workspace.api.put(`/v1/tasks/${taskId}`, { notes: 'Ask about parking.' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Somebody else changed this meanwhile').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const { record } = await workspace.api.get(`/v1/tasks/${taskId}`);
    expect(record).to.include({ title: 'Call again', notes: 'Ask about parking.' });
    await close();
  });
});
