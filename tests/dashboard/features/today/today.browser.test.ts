import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { createUnits, readTotal } from '../../../support/listings-and-leads.js';
import { newPerson } from '../../../support/person.js';
import { newWorkspace } from '../../../support/workspace.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { openDashboard, phone } from '../../support/open-dashboard.js';
import { getSection, getTaskButton, inDays } from '../../support/tasks.js';

/** Creates an agent's leads, another agent's leads and unassigned leads. */
async function newMorning() {
  const workspace = await newWorkspace();
  const agent = await newPerson(workspace, 'agent');
  const other = await newPerson(workspace, 'agent');
  const { api } = workspace;
  const create = (name: string, assigned_agent: string | null, next_follow_up: string | null = null) =>
    api.create('/v1/leads', {
      name,
      email: `${name.toLowerCase()}@example.com`,
      phone: '+351 910 000 001',
      source: 'portal',
      assigned_agent,
      next_follow_up,
    });
  const own = await create('Amara', agent.agentId, inDays(-1));
  await create('Other', other.agentId, inDays(-1));
  const free = await create('Free', null);
  await api.post(`/v1/leads/${own.id}/stage`, { stage: 'viewing' });
  return { workspace, agent, free };
}

describe('the start page', () => {
  const browser = useBrowser();

  it("shows an agent's own tasks and leads on a phone, and lets the agent complete tasks and claim leads", async () => {
    const { workspace, agent, free } = await newMorning();
    const { page, close } = await openDashboard(browser(), {
      workspace,
      person: agent,
      path: 'today',
      viewport: phone,
    });
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    const overdue = getSection(page, 'Overdue');
    await getTaskButton(overdue, 'Done', 'Follow up, Amara').waitFor();
    expect(await overdue.getByRole('listitem').count()).to.equal(1);
    await page.getByRole('region', { name: 'Since yesterday' }).getByText('moved to Viewing').waitFor();
    await assertStateAccessible(page);
    await getTaskButton(overdue, 'Done', 'Follow up, Amara').click();
    await overdue.getByText('No tasks.').waitFor();
    await page.getByRole('button', { name: 'Take Free' }).click();
    await page.getByRole('region', { name: 'New leads' }).getByRole('link', { name: 'Free', exact: true }).waitFor();
    expect((await workspace.api.get(`/v1/leads/${free.id}`)).record['assigned_agent']).to.equal(agent.agentId);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Take Free' }).waitFor();
    expect(await page.getByText('Whole team').count()).to.equal(0);
    await close();
  });

  it("shows the whole team to a manager, who can assign leads and switch to the manager's own day", async () => {
    const { workspace, free } = await newMorning();
    const { unitIds } = await createUnits(workspace.api, 1);
    const hold = { unit_id: unitIds[0], lead_id: free.id, expires_in: 24 * 3_600 };
    await workspace.api.create('/v1/holds', hold);
    const { page, close } = await openDashboard(browser(), { workspace, path: 'today' });
    const overdue = getSection(page, 'Overdue');
    await getTaskButton(overdue, 'Done', 'Follow up, Other').waitFor();
    const happenings = page.getByRole('region', { name: 'Since yesterday' });
    await happenings.getByRole('listitem').filter({ hasText: '3 new leads' }).waitFor();
    await happenings.getByRole('listitem').filter({ hasText: '1 moved to Viewing: Amara' }).waitFor();
    const holds = page.getByRole('region', { name: 'Holds that end soon' });
    await holds.getByRole('listitem').filter({ hasText: 'Unit 0' }).getByRole('link', { name: 'Free' }).waitFor();
    await page.getByRole('textbox', { name: 'Agent for Free' }).click();
    await page.getByRole('option', { name: 'Test agent' }).first().click();
    await page.getByText('Free was assigned to Test agent.').waitFor();
    const { record } = await workspace.api.get(`/v1/leads/${free.id}`);
    expect(record['assigned_agent']).to.be.a('string');
    await page.getByText('Mine', { exact: true }).click();
    await overdue.getByText('No tasks.').waitFor();
    await close();
  });

  it('lists the remaining setup steps, and fills an empty sandbox with sample data', async () => {
    const { page, workspace, close } = await openDashboard(browser(), { path: 'today' });
    const steps = page.getByRole('region', { name: 'Set up your workspace' });
    await steps.getByRole('link', { name: 'Add a property' }).waitFor();
    await steps.getByRole('link', { name: 'Try it with sample data in the sandbox' }).click();
    await page.getByRole('button', { name: 'Load sample data' }).click();
    await page.getByText('The sandbox has a property, leads, tasks, holds and a deal now.').waitFor();
    await getTaskButton(getSection(page, 'Overdue'), 'Done', 'Call about the budget, Amara Obi').waitFor();
    await page.getByRole('region', { name: 'New leads' }).getByRole('link', { name: 'Maria Silva' }).waitFor();
    const { records } = await workspace.sandbox.get('/v1/units');
    expect(records).to.have.length(12);
    expect((await workspace.api.get('/v1/units')).records).to.have.length(0);
    const { sandbox } = workspace;
    const [deal] = (await sandbox.get('/v1/deals')).records;
    expect(deal).to.include({ value: 330_000, invoiced: 165_000, paid: 33_000 });
    const holds = (await sandbox.get('/v1/holds?sort=created_at&order=asc')).records;
    expect(holds.map(({ status }) => status).slice(0, 2)).to.deep.equal(['active', 'queued']);
    expect(holds).to.have.length(3);
    expect(await readTotal(sandbox, '/v1/leads/duplicates')).to.equal(1);
    await steps.getByRole('button', { name: 'Hide' }).click();
    await page.reload();
    await page.getByRole('region', { name: 'New leads' }).waitFor();
    expect(await steps.count()).to.equal(0);
    await close();
  });

  it("shows the other sections if one can't be loaded", async () => {
    const { page, visit, faults, close } = await openDashboard(browser(), { path: 'deals' });
    faults.expectError(/422/);
    const error = { code: 'VALIDATION_ERROR', message: 'These leads cannot be counted.' };
    await page.route('**/v1/leads/summary?*', (route) =>
      route.fulfill({ status: 422, json: { success: false, error } }),
    );
    await visit('today');
    await page.getByRole('region', { name: 'Since yesterday' }).getByText('These leads cannot be counted.').waitFor();
    await getSection(page, 'Overdue').getByText('No tasks.').waitFor();
    await close();
  });
});
