import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { newWorkspace } from '../../../support/workspace.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { choose, maria, newLead } from '../../support/interested-lead.js';
import { openDashboard } from '../../support/open-dashboard.js';

describe('the lead page', () => {
  const browser = useBrowser();

  it('guides a lead from the first call to the deal, and lists every step in the timeline', async () => {
    const workspace = await newWorkspace();
    const { id, path } = await newLead(workspace);
    await workspace.api.create('/v1/leads', { ...maria, name: 'M. Silva', email: 'other@example.com' });
    const { page, faults, close } = await openDashboard(browser(), { workspace, path });
    // A form that was opened before the last read gets a 412, and then saves again automatically.
    faults.expectError(/412|422/);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await page.getByLabel('Add to the timeline').fill('Wants a garden.');
    await page.getByLabel('Note type').selectOption('call');
    await timeline.getByRole('button', { name: 'Add' }).click();
    await timeline.getByRole('listitem').filter({ hasText: 'Call' }).getByText('Wants a garden.').waitFor();

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await assertStateAccessible(page);
    await page.getByLabel('Email', { exact: false }).fill('not an address');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/email/).filter({ hasText: /must/ }).waitFor();
    await page.getByLabel('Email', { exact: false }).fill('maria.silva@example.com');
    await page.getByLabel('Budget to').fill('500000');
    await page.getByLabel('Currency').selectOption('EUR');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('region', { name: 'Details', exact: true }).getByText('up to €500,000').waitFor();
    await timeline.getByText('Budget: – → up to €500,000').waitFor();

    const duplicates = page.getByRole('region', { name: 'Possible duplicates' });
    await duplicates.getByText('Same phone: +351 910 000 001').waitFor();
    expect(await duplicates.getByRole('link').allTextContents()).to.deep.equal(['M. Silva']);

    await page.getByRole('button', { name: 'Tomorrow' }).click();
    await timeline.getByText('Next follow-up:').waitFor();
    const listings = page.getByRole('region', { name: 'Interested in' });
    await listings.getByRole('button', { name: 'Add' }).click();
    await choose(page, 'Property', /Harbour Point/);
    await choose(page, 'Unit', /Unit 1 .*450,000/);
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await listings.getByText('Unit 1', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Move to' }).click();
    await page.getByRole('menuitem', { name: 'Negotiation' }).click();
    await timeline.getByText('Moved from New to Negotiation').waitFor();
    await page.getByRole('button', { name: 'Win', exact: true }).click();
    await choose(page, 'Property or unit', /Unit 0 .*450,000/);
    expect(await page.getByLabel('Deal value').inputValue()).to.equal('450,000');
    await assertStateAccessible(page);
    await page.getByRole('button', { name: 'Mark as won' }).click();
    await page.getByRole('region', { name: 'Deal' }).getByText('US$450,000').waitFor();
    await timeline.getByText('Deal closed').waitFor();
    const { record } = await workspace.api.get(`/v1/leads/${id}`);
    expect(record).to.include({ stage: 'won', email: 'maria.silva@example.com' });
    await close();
  });

  it("merges a duplicate into the lead, and then opens the survivor at the duplicate's address", async () => {
    const workspace = await newWorkspace();
    const { id, path } = await newLead(workspace);
    const fields = { ...maria, name: 'M. Silva', email: 'other@example.com', notes: 'Rang twice.' };
    const other = await workspace.api.create('/v1/leads', fields);
    const { page, faults, close } = await openDashboard(browser(), { workspace, path });
    const duplicates = page.getByRole('region', { name: 'Possible duplicates' });
    await duplicates.getByRole('button', { name: 'Merge M. Silva into this lead' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge duplicates' });
    await dialog.getByRole('button', { name: 'Merge leads' }).waitFor();
    await assertStateAccessible(page);
    await dialog.getByRole('button', { name: 'Merge leads' }).click();
    await duplicates.waitFor({ state: 'detached' });
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText(/M\. Silva \(other@example\.com.*\) was merged into this lead/).waitFor();
    faults.expectError(/404/);
    await page.goto(page.url().replace(id, other.id));
    await page.waitForURL((url) => url.pathname.endsWith(id));
    await page.getByRole('region', { name: 'Details', exact: true }).getByText('Rang twice.').waitFor();
    await close();
  });

  it('shows the second person the changes of the first, and offers a choice for each field', async () => {
    const workspace = await newWorkspace();
    const { id, path } = await newLead(workspace);
    const first = await openDashboard(browser(), { workspace, path });
    const second = await openDashboard(browser(), { workspace, path, role: 'agent' });
    second.faults.expectError(/412/);
    for (const { page } of [first, second]) await page.getByRole('button', { name: 'Edit', exact: true }).click();

    await first.page.getByLabel('Phone').fill('+351 910 000 002');
    await first.page.getByLabel('Budget to').fill('400000');
    await first.page.getByRole('button', { name: 'Save' }).click();
    await first.page.getByText('Phone: +351 910 000 001 → +351 910 000 002').waitFor();

    await second.page.getByLabel('Phone').fill('+351 910 000 003');
    await second.page.getByLabel('Notes').fill('Prefers mornings.');
    await second.page.getByRole('button', { name: 'Save' }).click();
    const notice = second.page.getByRole('alert').filter({ hasText: 'Somebody else changed this meanwhile' });
    await notice.getByText('+351 910 000 001 → +351 910 000 002; yours is +351 910 000 003').waitFor();
    await notice.getByText('Budget: – → up to 400,000').waitFor();
    const phone = second.page.getByRole('textbox', { name: 'Phone' });
    expect(await phone.inputValue()).to.equal('+351 910 000 003');
    expect(await second.page.getByLabel('Budget to').inputValue()).to.equal('400,000');
    await assertStateAccessible(second.page);
    await notice.getByRole('button', { name: 'Take theirs: Phone' }).click();
    expect(await phone.inputValue()).to.equal('+351 910 000 002');
    await phone.fill('+351 910 000 003');
    await second.page.getByRole('button', { name: 'Save' }).click();
    await second.page.getByRole('region', { name: 'Details', exact: true }).getByText('Prefers mornings.').waitFor();
    const { record } = await workspace.api.get(`/v1/leads/${id}`);
    expect(record).to.include({ phone: '+351 910 000 003', notes: 'Prefers mornings.' });
    expect(record['budget']).to.deep.include({ max: 400_000 });

    await first.page.getByRole('button', { name: 'Tomorrow' }).click();
    await first.page.getByText('Phone: +351 910 000 002 → +351 910 000 003').waitFor();
    first.faults.expectError(/412/);
    await first.close();
    await second.close();
  });
});
