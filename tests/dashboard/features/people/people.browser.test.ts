import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { eventually } from '../../../support/eventually.js';
import { createLeads } from '../../../support/listings-and-leads.js';
import { newPerson } from '../../../support/person.js';
import { newWorkspace } from '../../../support/workspace.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { openDashboard } from '../../support/open-dashboard.js';

describe('the people page', () => {
  const browser = useBrowser();

  it('invites people, shows errors at the fields, and resends an invitation', async () => {
    const { page, faults, close } = await openDashboard(browser(), { path: 'people' });
    faults.expectError(/422/);
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill('nowhere');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.getByText('must be a valid email address').waitFor();
    await dialog.getByText('must not be blank or have control characters').waitFor();
    await assertStateAccessible(page);
    await dialog.getByLabel('Name').fill('Nova Reyes');
    await dialog.getByLabel('Email').fill(`nova.${crypto.randomUUID()}@example.com`);
    await dialog.getByLabel('Commission', { exact: true }).fill('2.5');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await page
      .getByRole('row', { name: /Nova Reyes/ })
      .getByText('Invited')
      .waitFor();
    await page.getByRole('link', { name: 'Nova Reyes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nova Reyes' }).waitFor();
    expect(await page.getByLabel('Commission', { exact: true }).inputValue()).to.equal('2.5 %');
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('The old link no longer works.').waitFor();
    await close();
  });

  it('deactivates and reactivates people, reassigns their leads, and refuses to deactivate the last owner', async () => {
    const workspace = await newWorkspace();
    const [leaving, assignee] = [await newPerson(workspace, 'agent'), await newPerson(workspace, 'agent')];
    await workspace.api.put(`/v1/agents/${assignee.agentId}`, { name: 'Hana Haddad' });
    const [leadId] = await createLeads(workspace.api, 1, 'lead', { assigned_agent: leaving.agentId });
    const opened = await openDashboard(browser(), { workspace, path: `people/${leaving.agentId}` });
    const { page, person, faults, visit, close } = opened;
    await page.getByRole('link', { name: 'Lead 0' }).waitFor();
    await page.getByRole('button', { name: 'Deactivate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reassign all of them to another agent').check();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await dialog.getByText('Choose an agent.').waitFor();
    await dialog.getByRole('textbox', { name: 'New agent' }).fill('hana');
    await dialog.getByRole('option', { name: 'Hana Haddad' }).waitFor();
    await assertStateAccessible(page);
    await dialog.getByRole('option', { name: 'Hana Haddad' }).click();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('button', { name: 'Reactivate' }).waitFor();
    await eventually(async () => {
      const { record } = await workspace.api.get(`/v1/leads/${leadId}`);
      expect(record.assigned_agent).to.equal(assignee.agentId);
    });
    await page.getByRole('button', { name: 'Reactivate' }).click();
    await page.getByText('Test agent has access again.').waitFor();
    await page.getByRole('button', { name: 'Deactivate' }).waitFor();
    expect((await workspace.api.get(`/v1/agents/${leaving.agentId}`)).record.status).to.equal('active');
    faults.expectError(/409/);
    await visit(`people/${person.agentId}`);
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await dialog.getByText('The workspace would have no active owner').waitFor();
    await close();
  });

  it("keeps both people's changes when they edit different parts of one agent", async () => {
    const workspace = await newWorkspace();
    const { agentId } = await newPerson(workspace, 'agent');
    const { page, faults, close } = await openDashboard(browser(), { workspace, path: `people/${agentId}` });
    faults.expectError(/412/);
    const form = page.getByRole('form', { name: 'Profile and role' });
    await form.getByLabel('About').fill('Sells villas.');
    await workspace.api.put(`/v1/agents/${agentId}`, { profile: { phone: '+351 2' }, commission: { rate: 0.03 } });
    await form.getByRole('button', { name: 'Save' }).click();
    const notice = form.getByRole('alert').filter({ hasText: 'Somebody else changed this meanwhile' });
    await notice.getByText('Phone: empty → +351 2').waitFor();
    await notice.getByText('Commission: empty → 3 %').waitFor();
    await assertStateAccessible(page);
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/ was saved\.$/).waitFor();
    await notice.waitFor({ state: 'detached' });
    const { record } = await workspace.api.get(`/v1/agents/${agentId}`);
    expect(record['profile']).to.deep.include({ phone: '+351 2', bio: 'Sells villas.' });
    expect(record['commission']).to.deep.include({ rate: 0.03 });
    await close();
  });
});
