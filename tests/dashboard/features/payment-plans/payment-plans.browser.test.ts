import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { createLeads } from '../../../support/listings-and-leads.js';
import { newWorkspace } from '../../../support/workspace.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { newDevelopment } from '../../support/development.js';
import { openDashboard, phone } from '../../support/open-dashboard.js';

describe('payment plans in the dashboard', () => {
  const browser = useBrowser();

  it('are created and edited on a phone, split a deal into instalments, and are archived when deleted', async () => {
    const workspace = await newWorkspace();
    const { unitIds } = await newDevelopment(workspace);
    const [leadId] = await createLeads(workspace.api, 1, 'buyer', { interested_properties: [unitIds[0]] });
    const { page, visit, close } = await openDashboard(browser(), { workspace, path: 'deals/plans', viewport: phone });
    await page.getByText('No payment plans yet').waitFor();
    await page.getByRole('button', { name: 'New plan' }).click();
    const form = page.getByRole('dialog', { name: 'New payment plan' });
    await form.getByLabel('Name').first().fill('20/80');
    const second = form.getByRole('group', { name: 'Instalment 2' });
    await second.getByLabel('Share').fill('70');
    await form.getByRole('button', { name: 'Save plan' }).press('Enter');
    await form.getByText('The shares must add up to 100%. They add up to 90%.').waitFor();
    await form.getByRole('button', { name: 'Add instalment' }).press('Enter');
    const third = form.getByRole('group', { name: 'Instalment 3' });
    await third.getByLabel('Name').fill('Roof');
    await third.getByLabel('Share').fill('10');
    await third.getByLabel('Due').selectOption('milestone');
    await third.getByLabel('Milestone').fill('Roof');
    await assertStateAccessible(page);
    await form.getByRole('button', { name: 'Save plan' }).press('Enter');
    const lines = page.getByRole('list', { name: 'Instalments of 20/80' });
    await lines.getByText('when “Roof” is reached').waitFor();

    await page.getByRole('button', { name: 'Edit 20/80' }).press('Enter');
    const edit = page.getByRole('dialog', { name: 'Edit 20/80' });
    await edit.getByLabel('Name').first().fill('20/70/10');
    await edit.getByRole('button', { name: 'Save plan' }).press('Enter');
    await page.getByRole('heading', { name: '20/70/10' }).waitFor();

    await visit(`pipeline/${leadId}`);
    await page.getByRole('button', { name: /^Move/ }).first().click();
    await page.getByRole('menuitem', { name: /Won/ }).click();
    const win = page.getByRole('dialog', { name: /as won$/ });
    await win.getByRole('textbox', { name: 'Property or unit' }).click();
    await page.getByRole('option', { name: /101/ }).click();
    await win.getByLabel('Payment plan').selectOption({ label: '20/70/10' });
    await win.getByRole('button', { name: 'Mark as won' }).click();
    await win.waitFor({ state: 'hidden' });
    const [deal] = (await workspace.api.get('/v1/deals')).records;
    await visit(`deals/${deal?.id}`);
    await page.getByRole('row', { name: /On signing.*20%.*US\$40,000/ }).waitFor();

    await visit('deals/plans');
    await page.getByRole('button', { name: 'Delete 20/70/10' }).press('Enter');
    await page.getByRole('button', { name: 'Delete plan' }).press('Enter');
    await page.getByText('No payment plans yet').waitFor();
    await page.getByLabel('Show archived plans').press('Space');
    await page.getByRole('heading', { name: '20/70/10' }).waitFor();
    expect(await page.getByRole('button', { name: /^(Edit|Delete) 20/ }).count()).to.equal(0);
    await close();
  });

  it('can be read but not changed by agents', async () => {
    const workspace = await newWorkspace();
    const instalments = [{ label: 'All', percent: 100, due: { on: 'sale', days: 0 } }];
    await workspace.api.create('/v1/payment-plans', { name: 'At once', instalments });
    const { page, close } = await openDashboard(browser(), { workspace, role: 'agent', path: 'deals/plans' });
    await page.getByText('on the day of the sale').waitFor();
    expect(await page.getByRole('button', { name: /plan|Edit|Delete/ }).count()).to.equal(0);
    await close();
  });
});
