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

  it('stays when an earlier note is saved', async () => {
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

  it('stays in the follow-up field when someone else plans another follow-up', async () => {
    const { page, workspace, id, close } = await openLead();
    const followUp = page.getByRole('region', { name: 'Next follow-up' });
    const date = followUp.getByLabel('Follow up on');
    await date.fill('2030-05-06T09:00');
    await workspace.api.put(`/v1/leads/${id}`, { next_follow_up: '2031-01-02T10:00:00Z' });
    const note = page.getByLabel('Add to the timeline');
    await note.fill('Is away in spring.');
    await page.getByRole('region', { name: 'Timeline' }).getByRole('button', { name: 'Add' }).click();
    await followUp.getByText(/2031/).waitFor();
    expect(await date.inputValue()).to.equal('2030-05-06T09:00');
    await close();
  });
});
