import { expect } from 'chai';
import { cardIn, moveByMenu } from '../../../dashboard/support/drag.js';
import { choose } from '../../../dashboard/support/interested-lead.js';
import { openDashboard } from '../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { createUnits } from '../../../support/listings-and-leads.js';
import { newPerson } from '../../../support/person.js';
import { newWorkspace } from '../../../support/workspace.js';

describe("a manager's day", () => {
  const browser = useBrowser();

  it('assigns a new lead, follows it over the board to the sale, and finds the deal and the figures', async () => {
    const workspace = await newWorkspace();
    const { api } = workspace;
    const { agentId } = await newPerson(workspace, 'agent');
    const { unitIds } = await createUnits(api, 1, { amount: 450_000, currency: 'USD' });
    const fields = { name: 'Noor', email: 'noor@example.com', source: 'portal' };
    const lead = await api.create('/v1/leads', { ...fields, interested_properties: unitIds });
    const { page, faults, close } = await openDashboard(browser(), { workspace, role: 'admin', path: 'today' });
    // A form that was opened before the last read gets a 412, and then saves again automatically.
    faults.expectError(/412/);
    const open = (label: string) =>
      page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: label, exact: true }).click();

    await page.getByRole('textbox', { name: 'Agent for Noor' }).click();
    await page.getByRole('option', { name: 'Test agent' }).click();
    await page.getByText('Noor was assigned to Test agent.').waitFor();

    await open('Board');
    await cardIn(page, 'New', 'Noor').getByText('Test agent').waitFor();
    await moveByMenu(page, 'Noor', 'Viewing');
    await page.getByText('Noor is in Viewing now.').waitFor();
    await cardIn(page, 'Viewing', 'Noor').getByRole('link', { name: 'Noor' }).click();

    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('Moved from New to Viewing').waitFor();
    await page.getByRole('button', { name: 'Win', exact: true }).click();
    await choose(page, 'Property or unit', /Unit 0 .*450,000/);
    await page.getByRole('button', { name: 'Mark as won' }).click();
    await page.getByRole('region', { name: 'Deal' }).getByText('US$450,000').waitFor();
    const { record } = await api.get(`/v1/leads/${lead.id}`);
    expect(record).to.include({ stage: 'won', assigned_agent: agentId });

    await open('Deals');
    await page.getByRole('region', { name: 'Totals' }).getByText('Unpaid (USD)').waitFor();
    await page.getByRole('link', { name: 'Noor' }).click();
    await page.getByRole('heading', { level: 1, name: 'Noor' }).waitFor();
    await page.getByRole('link', { name: 'Test agent' }).or(page.getByText('Test agent')).first().waitFor();

    await open('Analytics');
    await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor();
    await page.getByRole('link', { name: 'Funnel', exact: true }).click();
    await page.waitForURL(/analytics\/funnel/);
    await open('People');
    await page.getByRole('link', { name: 'League table' }).click();
    await page.getByRole('row').filter({ hasText: 'Test agent' }).first().waitFor();
    await close();
  });
});
