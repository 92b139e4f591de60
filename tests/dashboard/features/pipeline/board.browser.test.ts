import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { createLeads } from '../../../support/listings-and-leads.js';
import { newWorkspace } from '../../../support/workspace.js';
import { cardIn, drag, getCard, getColumn, moveByMenu } from '../../support/drag.js';
import { openDashboard } from '../../support/open-dashboard.js';

describe('the pipeline board', () => {
  const browser = useBrowser();

  it("moves cards by mouse and keyboard, announces moves, and shows the server's counts and sums", async () => {
    const workspace = await newWorkspace();
    const budget = { max: 250_000, currency: 'EUR' };
    const [id] = await createLeads(workspace.api, 2, 'buyer', { budget, tags: ['vip'] });
    const { page, close } = await openDashboard(browser(), { workspace });
    await getColumn(page, 'New').getByText('€500,000').waitFor();
    await drag(getCard(page, 'Lead 0'), [getColumn(page, 'Contacted')]);
    await page.getByText('Lead 0 is in Contacted now.').waitFor();
    await getColumn(page, 'Contacted').getByText('€250,000').first().waitFor();
    await moveByMenu(page, 'Lead 1', 'Viewing');
    await page.getByText('Lead 1 is in Viewing now.').waitFor();
    await page.getByRole('button', { name: 'Move Lead 1 to…' }).and(page.locator(':focus')).waitFor();
    expect((await workspace.api.get(`/v1/leads/${id}`)).record['stage']).to.equal('contacted');
    await close();
  });

  it('loads with one request, finds a won lead with one more, and clears the form for the next new lead', async () => {
    const workspace = await newWorkspace();
    const [won] = await createLeads(workspace.api, 2);
    await workspace.api.post(`/v1/leads/${won}/stage`, { stage: 'won' });
    const { page, visit, close } = await openDashboard(browser(), { workspace, path: 'profile' });
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/\/v1\/leads\b/.test(pathname)) asked.push(pathname);
    });
    await visit('pipeline');
    await cardIn(page, 'New', 'Lead 1').waitFor();
    await page.getByRole('button', { name: 'Open Won' }).click();
    await cardIn(page, 'Won', 'Lead 0').waitFor();
    expect(asked).to.deep.equal(['/live/v1/leads/summary']);
    await page.getByRole('searchbox', { name: 'Search' }).fill('Lead 0');
    await page.getByText('1 lead found: 1 in Won.').waitFor();
    await getColumn(page, 'New').getByText('No leads').waitFor();
    expect(asked).to.have.length(2);

    await page.getByRole('button', { name: 'New lead' }).click();
    const drawer = page.getByRole('dialog', { name: 'New lead' });
    const texts = { Phone: '+351 910 000 001', 'Budget to': '400000', Notes: 'Wants a sea view.' };
    await drawer.getByRole('button', { name: 'Create lead' }).click();
    await drawer.getByLabel('Name').and(page.locator(':focus')).waitFor();
    const fields = { Name: 'Noor Haddad', Email: 'noor@example.com', ...texts };
    for (const [label, text] of Object.entries(fields)) await drawer.getByLabel(label).fill(text);
    await drawer.getByRole('textbox', { name: 'Tags' }).fill('vip');
    await page.keyboard.press('Enter');
    await drawer.getByRole('button', { name: 'Create lead' }).click();
    await drawer.getByRole('button', { name: 'Create another' }).click();
    for (const label of Object.keys(fields)) expect(await drawer.getByLabel(label).inputValue(), label).to.equal('');
    expect(await drawer.getByText('vip', { exact: true }).count()).to.equal(0);
    await close();
  });

  it('keeps a card in the stage that someone else moved it to, explains that, and moves it on request', async () => {
    const workspace = await newWorkspace();
    const [id] = await createLeads(workspace.api, 1);
    const { page, close } = await openDashboard(browser(), { workspace });
    await cardIn(page, 'New', 'Lead 0').waitFor();
    expect((await workspace.api.post(`/v1/leads/${id}/stage`, { stage: 'viewing' })).status).to.equal(200);
    await moveByMenu(page, 'Lead 0', 'Qualified');
    const dialog = page.getByRole('dialog', { name: /changed by somebody else/ });
    await dialog.getByText('The stage changed from new to viewing.').waitFor();
    await cardIn(page, 'Viewing', 'Lead 0').waitFor();
    await dialog.getByRole('button', { name: 'Move to Qualified' }).click();
    await page.getByText('Lead 0 is in Qualified now.').waitFor();
    await close();
  });
});
