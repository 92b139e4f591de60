import { expect } from 'chai';
import { assertStateAccessible } from '../../../dashboard/support/accessible-state.js';
import { cardIn } from '../../../dashboard/support/drag.js';
import { openDashboard, phone } from '../../../dashboard/support/open-dashboard.js';
import { getSection, getTaskButton, inDays } from '../../../dashboard/support/tasks.js';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { newPerson } from '../../../support/person.js';
import { newWorkspace } from '../../../support/workspace.js';

const offer = { name: 'Offer.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };

describe("an agent's day on a phone", () => {
  const browser = useBrowser();

  it('completes a task, opens the lead from the board, calls, notes the call, moves the lead and adds a file', async () => {
    const workspace = await newWorkspace();
    const agent = await newPerson(workspace, 'agent');
    const fields = { name: 'Amara', email: 'amara@example.com', phone: '+351 910 000 001' };
    const assigned = { assigned_agent: agent.agentId, next_follow_up: inDays(-1) };
    const lead = await workspace.api.create('/v1/leads', { ...fields, ...assigned });
    const options = { workspace, person: agent, path: 'today', viewport: phone };
    const { page, faults, close } = await openDashboard(browser(), options);
    // A form that was opened before the last read gets a 412, and then saves again automatically.
    faults.expectError(/412/);
    const isAsWideAsPhone = () => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');

    const overdue = getSection(page, 'Overdue');
    await getTaskButton(overdue, 'Done', 'Follow up, Amara').click();
    await overdue.getByText('No tasks.').waitFor();

    await page.getByRole('navigation', { name: 'Main pages' }).getByRole('link', { name: 'Board' }).click();
    await cardIn(page, 'New', 'Amara').getByRole('link', { name: 'Amara' }).click();
    await page.getByRole('heading', { level: 1, name: 'Amara' }).waitFor();
    const call = page.getByRole('link', { name: '+351 910 000 001' }).first();
    expect(await call.getAttribute('href')).to.equal('tel:+351910000001');
    const chat = page.getByRole('link', { name: 'WhatsApp' }).first();
    expect(await chat.getAttribute('href')).to.equal('https://wa.me/351910000001');

    const timeline = page.getByRole('region', { name: 'Timeline' });
    await page.getByLabel('Add to the timeline').fill('Wants a garden.');
    await page.getByLabel('Note type').selectOption('call');
    await timeline.getByRole('button', { name: 'Add' }).click();
    await timeline.getByRole('listitem').filter({ hasText: 'Call' }).getByText('Wants a garden.').waitFor();
    await page.getByRole('button', { name: 'Tomorrow' }).click();
    await timeline.getByText('Next follow-up:').first().waitFor();
    await page.getByRole('button', { name: 'Move to' }).click();
    await page.getByRole('menuitem', { name: 'Viewing' }).click();
    await timeline.getByText('Moved from New to Viewing').waitFor();
    const files = page.getByRole('region', { name: 'Files' });
    await files.locator('input[type=file]').first().setInputFiles([offer]);
    await files.getByRole('link', { name: /Offer\.pdf/ }).waitFor();
    expect(await isAsWideAsPhone()).to.equal(true);
    await assertStateAccessible(page);

    const { record } = await workspace.api.get(`/v1/leads/${lead.id}`);
    expect(record['stage']).to.equal('viewing');
    expect(Date.parse(String(record['next_follow_up']))).to.be.greaterThan(Date.now());
    await close();
  });
});
