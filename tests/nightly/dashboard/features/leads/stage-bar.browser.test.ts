import { expect } from 'chai';
import { newLead } from '../../../../dashboard/support/interested-lead.js';
import { openDashboard } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { newWorkspace } from '../../../../support/workspace.js';

describe('the stage bar of a lead', () => {
  const browser = useBrowser();

  it('moves the lead to a stage, and asks for the deal before the lead is won', async () => {
    const workspace = await newWorkspace();
    const { id, path } = await newLead(workspace);
    const { page, visit, close } = await openDashboard(browser(), { workspace, path });
    const current = page.getByRole('list', { name: 'Stage' }).locator('[aria-current="step"]');
    expect(await current.textContent()).to.equal('New');
    await page.getByRole('button', { name: 'Set stage: Qualified' }).click();
    await current.getByText('Qualified').waitFor();
    await page.getByText('Moved from New to Qualified').waitFor();
    expect((await workspace.api.get(`/v1/leads/${id}`)).record).to.have.property('stage', 'qualified');
    await page.getByRole('button', { name: 'Set stage: Won' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as won' }).waitFor();
    await visit(path);
    expect(await current.textContent()).to.equal('Qualified');
    await close();
  });

  it('only shows the stage to a viewer', async () => {
    const workspace = await newWorkspace();
    const { path } = await newLead(workspace);
    const { page, close } = await openDashboard(browser(), { workspace, path, role: 'viewer' });
    const bar = page.getByRole('list', { name: 'Stage' });
    await bar.getByText('Negotiation').waitFor();
    expect(await bar.getByRole('button').count()).to.equal(0);
    await close();
  });
});
