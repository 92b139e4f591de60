import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { assertAccessibleInBothSchemes } from '../../../../dashboard/support/both-schemes.js';
import { openDashboard } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { createUnits } from '../../../../support/listings-and-leads.js';
import { newWorkspace } from '../../../../support/workspace.js';

const refusal = 'Complete the date, or clear it.';

/** Lists every form with a date: its page, the buttons that open it, and a name if the form requires one. */
const forms = (leadId: string, propertyId: string, webhookId: string) => [
  { path: 'pipeline', open: ['New lead'], name: 'Noor', date: 'Follow up on', submit: 'Create lead' },
  { path: 'tasks', open: ['More: Follow up, Ada', 'Edit'], date: /^Due/, submit: 'Save' },
  { path: `properties/${propertyId}`, open: ['Edit'], date: 'Completion date', submit: 'Save' },
  { path: 'developers', open: ['Create API key'], name: 'Website', date: /^Expires on/, submit: 'Create key' },
  { path: 'transfers/exports', open: ['Export records'], date: 'Created to', submit: 'Export' },
  {
    path: `developers/webhooks/${webhookId}`,
    open: ['Send deliveries again'],
    date: 'Recorded to',
    submit: 'Send again',
  },
  { path: `pipeline/${leadId}`, open: ['More: Follow up, Ada', 'Edit'], date: /^Due/, submit: 'Save' },
];

/** Presses each button in turn. A name after "More" is an item in the menu that "More" opens. */
async function openForm(page: Page, names: readonly string[]): Promise<void> {
  let isMenuOpen = false;
  for (const name of names) {
    const item = page.getByRole('menuitem', { name });
    await (isMenuOpen ? item : page.getByRole('button', { name }).first()).click();
    isMenuOpen = name.startsWith('More: ');
  }
}

describe('an incomplete date', () => {
  const browser = useBrowser();

  it('is rejected at its field in every form without sending anything, and in list filters', async () => {
    const workspace = await newWorkspace();
    const { api } = workspace;
    const lead = { name: 'Ada', email: 'ada@example.com', next_follow_up: '2027-03-01T09:00:00.000Z' };
    const { id: leadId } = await api.create('/v1/leads', lead);
    const { propertyId } = await createUnits(api, 1);
    const hook = await api.post('/v1/webhooks', { url: 'https://example.com', events: ['lead.created'] });
    const { page, visit, close } = await openDashboard(browser(), { workspace });
    page.on('dialog', (question) => void question.accept());
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'GET' || sent.push(`${request.method()} ${request.url()}`));
    for (const { path, open, name, date, submit } of forms(leadId, propertyId, hook.record.id)) {
      await visit(path);
      await openForm(page, open);
      if (name !== undefined) await page.getByLabel('Name').fill(name);
      const field = page.getByLabel(date, { exact: true });
      // The first keys leave the month empty. The second keys make the year 2.
      for (const keys of [['0', '1', 'Backspace'], [...'01032']]) {
        await field.focus();
        for (const key of keys) await page.keyboard.press(key);
        await page.getByRole('button', { name: submit, exact: true }).click();
        await page.getByText(refusal).waitFor();
      }
    }
    expect(sent).to.deep.equal([]);
    await page.getByRole('dialog').getByLabel('Due').fill('2027-04-01T09:00');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 Apr 2027').first().waitFor();
    expect(await page.getByText(refusal).count()).to.equal(0);

    await visit('deals');
    await page.getByLabel('From').pressSequentially('01');
    await page.getByLabel('To', { exact: true }).focus();
    await page.getByText(refusal).waitFor();
    await assertAccessibleInBothSchemes(page);
    await page.getByLabel('From').pressSequentially('03032026');
    await page.waitForURL(({ searchParams }) => searchParams.get('from') === '2026-03-03');
    await close();
  });
});
