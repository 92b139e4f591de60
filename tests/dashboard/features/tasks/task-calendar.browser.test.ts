import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { newWorkspace } from '../../../support/workspace.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { awaitFocus } from '../../support/keyboard.js';
import { openDashboard, phone } from '../../support/open-dashboard.js';

const day = (name: string) => new RegExp(`${name} March`);

async function newCalendar() {
  const workspace = await newWorkspace();
  const lead = await workspace.api.create('/v1/leads', { name: 'Ada Lopez', email: 'ada@example.com' });
  const task = { lead_id: lead.id, title: 'Show the flat', type: 'viewing', due_at: '2027-03-12T09:00:00.000Z' };
  await workspace.api.create('/v1/tasks', task);
  return workspace;
}

describe('the calendar of tasks', () => {
  const browser = useBrowser();

  it('moves between days and months, and adds a task to a day, by keyboard alone', async () => {
    const workspace = await newCalendar();
    const path = 'tasks?view=month&day=2027-03-31';
    const { page, close } = await openDashboard(browser(), { workspace, path });
    const { keyboard } = page;
    const cell = (name: RegExp) => page.getByRole('table', { name: /2027$/ }).getByRole('button', { name });
    await cell(day('31')).focus();
    await keyboard.press('PageUp');
    await awaitFocus(cell(/28 February/));
    await keyboard.press('PageDown');
    for (const key of ['ArrowUp', 'ArrowUp', 'Home', 'End', 'ArrowLeft', 'ArrowLeft']) await keyboard.press(key);
    await awaitFocus(cell(/12 March, 1 task$/));
    expect(new URL(page.url()).searchParams.get('day')).to.equal('2027-03-12');
    await assertStateAccessible(page);
    await keyboard.press('Enter');
    await awaitFocus(page.getByRole('heading', { name: day('12') }));
    await keyboard.press('Tab');
    await awaitFocus(page.getByRole('button', { name: /^New task on .*12 March/ }));
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await awaitFocus(dialog.getByRole('textbox', { name: 'Title' }));
    expect(await dialog.getByLabel('Due').inputValue()).to.equal('2027-03-12T09:00');
    await keyboard.type('Call about parking');
    await dialog
      .getByRole('textbox', { name: 'Lead' })
      .or(dialog.getByRole('combobox', { name: 'Lead' }))
      .focus();
    await keyboard.type('ada');
    await page.getByRole('option', { name: /Ada Lopez/ }).waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Create task' }).press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await cell(/12 March, 2 tasks$/).waitFor();
    await close();
  });

  it('shows the days of a week in one column on a phone, and opens a task', async () => {
    const workspace = await newCalendar();
    const path = 'tasks?view=week&day=2027-03-10';
    const { page, close } = await openDashboard(browser(), { workspace, path, viewport: phone });
    await page.getByRole('button', { name: /Show the flat/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit task' });
    expect(await dialog.getByRole('textbox', { name: 'Title' }).inputValue()).to.equal('Show the flat');
    await assertStateAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Next week' }).click();
    await page.getByRole('button', { name: /Show the flat/ }).waitFor({ state: 'detached' });
    await close();
  });
});
