import { expect } from 'chai';
import { assertAccessible } from '../../support/browser/accessibility.js';
import { useBrowser } from '../../support/browser/use-browser.js';
import { eventually } from '../../support/eventually.js';
import { createLeads } from '../../support/listings-and-leads.js';
import { newPerson } from '../../support/person.js';
import { newWorkspace } from '../../support/workspace.js';
import { assertAccessibleInBothSchemes } from '../support/both-schemes.js';
import { holdRequests } from '../support/hold-requests.js';
import { openDashboard, phone } from '../support/open-dashboard.js';

describe('the people of a workspace', () => {
  const browser = useBrowser();

  it('are invited, with what is refused at its field; an invitation shows where it stands and can be sent again', async () => {
    const { page, faults, close } = await openDashboard(browser(), { path: 'people' });
    faults.expectError(/422/);
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill('nowhere');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.getByText('must be a valid email address').waitFor();
    await dialog.getByText('must not be blank or have control characters').waitFor();
    await assertAccessible(page);
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
    await page.getByText('the one before is no longer good').waitFor();
    await assertAccessibleInBothSchemes(page);
    await close();
  });

  it('are not overwritten: what another changed is shown, and kept where the person changed something else', async () => {
    const workspace = await newWorkspace();
    const { agentId } = await newPerson(workspace, 'agent');
    const { page, faults, close } = await openDashboard(browser(), { workspace, path: `people/${agentId}` });
    faults.expectError(/412/);
    await page.getByLabel('Phone').fill('+351 910 000 002');
    await workspace.api.put(`/v1/agents/${agentId}`, { name: 'Ada Lopez', profile: { license_number: 'AMI 1' } });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Name: Ada Lopez').waitFor();
    await page.getByText('Licence: AMI 1').waitFor();
    expect(await page.getByLabel('Phone').inputValue()).to.equal('+351 910 000 002');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Ada Lopez is saved.').waitFor();
    const { record } = await workspace.api.get(`/v1/agents/${agentId}`);
    expect(record).to.deep.include({ name: 'Ada Lopez', role: 'agent' });
    expect(record.profile).to.deep.include({ phone: '+351 910 000 002', license_number: 'AMI 1' });
    await close();
  });

  it('are shown as they were saved, with what is written meanwhile, though what was read before is not read anew yet', async () => {
    const workspace = await newWorkspace();
    const { agentId } = await newPerson(workspace, 'agent');
    const { page, close } = await openDashboard(browser(), { workspace, path: `people/${agentId}` });
    const form = page.getByRole('form', { name: 'Profile and role' });
    await form.getByLabel('Phone').fill('+351 910 000 002');
    const releaseReads = await holdRequests(page, `**/v1/agents/${agentId}?*`);
    const releaseSave = await holdRequests(page, `**/v1/agents/${agentId}`, 'PUT');
    const saved = page.waitForRequest((request) => request.method() === 'PUT');
    await form.getByRole('button', { name: 'Save' }).click();
    await saved;
    await form.getByLabel('Licence').fill('AMI 1');
    releaseSave();
    await page.getByText(/ is saved\.$/).waitFor();
    expect(await form.getByLabel('Phone').inputValue()).to.equal('+351 910 000 002');
    expect(await form.getByLabel('Licence').inputValue()).to.equal('AMI 1');
    await form.getByRole('button', { name: 'Discard' }).click();
    await form.getByRole('button', { name: 'Save', disabled: true }).waitFor();
    expect(await form.getByLabel('Phone').inputValue()).to.equal('+351 910 000 002');
    releaseReads();
    await page.unrouteAll({ behavior: 'wait' });
    await close();
  });

  it('are deactivated, with the choice of who takes the leads, and reactivated; the last owner stays, for the reason that the server gives', async () => {
    const workspace = await newWorkspace();
    const [leaving, assignee] = [await newPerson(workspace, 'agent'), await newPerson(workspace, 'agent')];
    await workspace.api.put(`/v1/agents/${assignee.agentId}`, { name: 'Hana Haddad' });
    const [leadId] = await createLeads(workspace.api, 1, 'lead', { assigned_agent: leaving.agentId });
    const opened = await openDashboard(browser(), { workspace, path: `people/${leaving.agentId}` });
    const { page, person, faults, visit, close } = opened;
    await page.getByRole('link', { name: 'Lead 0' }).waitFor();
    await page.getByRole('button', { name: 'Deactivate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Another agent takes all of them').check();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await dialog.getByText('Choose who takes them.').waitFor();
    await dialog.getByRole('textbox', { name: 'Who takes the leads' }).fill('hana');
    await dialog.getByRole('option', { name: 'Hana Haddad' }).waitFor();
    await assertAccessible(page);
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

  it('keep their access from an admin when they are owners', async () => {
    const workspace = await newWorkspace();
    const [owner, agent] = [await newPerson(workspace, 'owner'), await newPerson(workspace, 'agent')];
    const path = `people/${owner.agentId}`;
    const { page, visit, close } = await openDashboard(browser(), { workspace, path, role: 'admin' });
    const field = (label: string) => page.getByRole('form', { name: 'Profile and role' }).getByLabel(label);
    await page.getByLabel('Phone').fill('+351 910 000 002');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/ is saved\.$/).waitFor();
    for (const label of ['Email', 'Role']) expect(await field(label).isDisabled(), label).to.equal(true);
    expect(await page.getByRole('button', { name: 'Deactivate' }).count()).to.equal(0);
    await assertAccessibleInBothSchemes(page);
    await visit(`people/${agent.agentId}`);
    await page.getByRole('button', { name: 'Deactivate' }).waitFor();
    for (const label of ['Email', 'Role']) expect(await field(label).isEnabled(), label).to.equal(true);
    await close();
  });

  it('are put into teams, which are renamed and led; a team that has members stays', async () => {
    const workspace = await newWorkspace();
    const { agentId } = await newPerson(workspace, 'agent');
    await workspace.api.put(`/v1/agents/${agentId}`, { name: 'Ada Lopez' });
    const { page, faults, close } = await openDashboard(browser(), { workspace, path: 'people/teams' });
    await page.getByRole('button', { name: 'New team' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Waterfront');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Change Waterfront' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change Waterfront' });
    await dialog.getByLabel('Name').fill('Riverside');
    const [team] = (await workspace.api.get('/v1/teams')).records;
    await workspace.api.put(`/v1/teams/${team?.id}`, { name: 'Lakeside' });
    faults.expectError(/412/);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Waterfront → Lakeside; yours is Riverside').waitFor();
    await dialog.getByRole('textbox', { name: 'Lead of the team' }).fill('ada');
    await dialog.getByRole('option', { name: 'Ada Lopez' }).click();
    await assertAccessibleInBothSchemes(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The team Riverside is saved.').waitFor();
    await page.getByText('Led by Ada Lopez').waitFor();
    await page.getByRole('textbox', { name: 'Add to Riverside' }).fill('ada');
    await page.getByRole('option', { name: 'Ada Lopez' }).click();
    await page.getByRole('list', { name: 'Members of Riverside' }).getByText('Ada Lopez').waitFor();
    await assertAccessibleInBothSchemes(page);
    faults.expectError(/409/);
    await page.getByRole('button', { name: 'Delete Riverside' }).click();
    await page.getByRole('button', { name: 'Delete team' }).click();
    await page.getByRole('dialog').getByText('The team has agents').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Take Ada Lopez out of Riverside' }).click();
    await page.getByText('Nobody is in this team.').waitFor();
    await page.getByRole('button', { name: 'Delete Riverside' }).click();
    await page.getByRole('button', { name: 'Delete team' }).click();
    await page.getByText('There are no teams yet').waitFor();
    await close();
  });

  it('are found on a phone by whoever may only look, who is offered no changes', async () => {
    const workspace = await newWorkspace();
    const { agentId } = await newPerson(workspace, 'agent');
    await workspace.api.put(`/v1/agents/${agentId}`, { name: 'Ada Lopez' });
    await createLeads(workspace.api, 1, 'lead', { assigned_agent: agentId });
    const options = { workspace, role: 'viewer', path: 'people?status=active', viewport: phone } as const;
    const { page, visit, close } = await openDashboard(browser(), options);
    const fits = () => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');
    expect(await page.getByRole('button', { name: 'Invite' }).count()).to.equal(0);
    await page.getByLabel('Search').fill('nobody of that name');
    await page.getByText('Nobody fits these filters').waitFor();
    await page.getByLabel('Search').fill('lopez');
    await page.getByText('1 person').waitFor();
    expect(new URL(page.url()).search).to.equal('?status=active&search=lopez');
    expect(await fits()).to.equal(true);
    await page.getByRole('link', { name: 'Ada Lopez' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ada Lopez' }).waitFor();
    await page.getByText('Leads assigned').waitFor();
    expect(await page.getByRole('button', { name: 'Deactivate' }).count()).to.equal(0);
    expect(await fits()).to.equal(true);
    await assertAccessibleInBothSchemes(page);
    await visit('people/league?period=week');
    await page.getByRole('row', { name: /^1 Ada Lopez/ }).waitFor();
    expect(await fits()).to.equal(true);
    await assertAccessible(page);
    await close();
  });
});
