import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { openDashboard } from '../../support/open-dashboard.js';
import { getSection, newTasks } from '../../support/tasks.js';

describe('task page', () => {
  const browser = useBrowser();

  it('lists leads by their next follow-up, and sets it together with the contact', async () => {
    const { workspace, late } = await newTasks();
    const { page, close } = await openDashboard(browser(), { workspace, path: 'tasks' });
    await getSection(page, 'Later').getByRole('link', { name: 'Far', exact: true }).waitFor();
    await getSection(page, 'Today').getByText('No follow-ups.').waitFor();
    await getSection(page, 'Overdue').getByRole('button', { name: 'Contacted: Late' }).click();
    await page.getByRole('menuitem', { name: 'In a month' }).click();
    await page.getByText('Follow up with Late on').waitFor();
    await getSection(page, 'Later').getByRole('link', { name: 'Late', exact: true }).waitFor();
    const { record } = await workspace.api.get(`/v1/leads/${late.id}`);
    expect(record['last_contacted']).to.be.a('string');
    expect(Date.parse(String(record['next_follow_up']))).to.be.greaterThan(Date.now());
    await close();
  });

  it('restores a lead if the server refuses the change', async () => {
    const { workspace, late } = await newTasks();
    const { page, faults, close } = await openDashboard(browser(), { workspace, path: 'tasks' });
    faults.expectError(/500/);
    const error = { code: 'INTERNAL_ERROR', message: 'Something went wrong here.' };
    await page.route(`**/live/v1/leads/${late.id}`, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, json: { success: false, error } })
        : route.continue(),
    );
    await getSection(page, 'Overdue').getByRole('button', { name: 'Postpone: Late' }).click();
    await page.getByRole('menuitem', { name: 'Tomorrow' }).click();
    await page.getByText('Something went wrong here.').waitFor();
    await getSection(page, 'Overdue').getByRole('link', { name: 'Late', exact: true }).waitFor();
    await close();
  });
});
