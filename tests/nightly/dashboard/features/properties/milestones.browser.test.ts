import { expect } from 'chai';
import { newDevelopment } from '../../../../dashboard/support/development.js';
import { openDashboard } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { eventually } from '../../../../support/eventually.js';
import { createLeads } from '../../../../support/listings-and-leads.js';
import { newWorkspace } from '../../../../support/workspace.js';

describe('milestones on the property page', () => {
  const browser = useBrowser();

  it('are recorded, issue the invoices that depend on them, and are deleted after a mistake', async () => {
    const workspace = await newWorkspace();
    const { api } = workspace;
    const { propertyId, unitIds } = await newDevelopment(workspace);
    const [leadId] = await createLeads(api, 1);
    const instalments = [{ label: 'Roof', percent: 100, due: { on: 'milestone', milestone: 'roof', days: 0 } }];
    await api.post(`/v1/leads/${leadId}/won`, { unit_id: unitIds[0], deal_value: 1_000, instalments });
    expect((await api.get('/v1/invoices')).records).to.deep.equal([]);
    const { page, close } = await openDashboard(browser(), { workspace, path: `properties/${propertyId}` });
    const form = page.getByRole('form', { name: 'Record a milestone' });
    const list = page.getByRole('list', { name: 'Reached milestones' });
    await page.getByText('No milestones reached yet.').waitFor();

    await form.getByRole('button', { name: 'Record milestone' }).click();
    await form.getByText('Enter a name.').waitFor();
    const record = async (name: string) => {
      await form.getByLabel('Milestone').fill(name);
      await form.getByRole('button', { name: 'Record milestone' }).click();
      await list.getByText(name).waitFor();
    };
    await record('Roof');
    await record('Lift');
    await eventually(async () => {
      const { records } = await api.get('/v1/invoices');
      expect(records.map(({ amount }: Record<string, unknown>) => amount)).to.deep.equal([1_000]);
    });

    await list.getByRole('button', { name: 'Delete Lift' }).click();
    await page.getByRole('button', { name: 'Delete milestone' }).click();
    await list.getByText('Lift').waitFor({ state: 'detached' });
    const { text } = await api.get(`/v1/properties/${propertyId}/milestones`);
    expect(text).to.contain('"Roof"').and.not.contain('Lift');
    await close();
  });
});
