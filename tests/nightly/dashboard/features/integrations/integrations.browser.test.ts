import { assertAccessibleInBothSchemes } from '../../../../dashboard/support/both-schemes.js';
import { openDashboard, phone } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { type Receiver, startReceiver } from '../../../../support/receiver.js';

describe('the integrations page', () => {
  const browser = useBrowser();
  let chat: Receiver;
  before(async () => {
    chat = await startReceiver();
  });
  after(() => chat.stop());

  it('creates an email digest with selected recipients and a preview, tests it and changes it', async () => {
    const { page, workspace, faults, close } = await openDashboard(browser(), { path: 'integrations' });
    await page.getByRole('button', { name: 'Add Email digest' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Monday mail');
    await dialog.getByRole('button', { name: 'Create digest' }).click();
    await dialog.getByText('Choose at least one person.').waitFor();
    const recipients = dialog.getByRole('combobox', { name: 'Recipients' });
    await recipients.or(dialog.getByRole('textbox', { name: 'Recipients' })).fill('test owner');
    await page.getByRole('option', { name: 'Test owner' }).click();
    await page.keyboard.press('Tab');
    await dialog.getByLabel('Day', { exact: true }).selectOption('monday');
    await dialog.getByLabel('Hour', { exact: true }).selectOption('7');
    await dialog.getByLabel('unit.sold').check();
    await dialog.getByText('Unit sold: Tower A, 1204').waitFor();
    await assertAccessibleInBothSchemes(page);
    await dialog.getByRole('button', { name: 'Create digest' }).click();
    await page.getByRole('link', { name: 'Monday mail' }).click();
    await page.getByText(/^Every Monday at 07:00, .*unit\.sold\.$/).waitFor();
    await page.getByRole('button', { name: 'Send a test digest' }).click();
    await page.getByText('Test delivered').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Day', { exact: true }).selectOption('');
    const [digest] = (await workspace.api.get('/v1/integrations')).records;
    await workspace.api.put(`/v1/integrations/${digest?.id}`, { name: 'Daily mail' });
    faults.expectError(/412/);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByText('Monday mail → Daily mail').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Every day at 07:00/).waitFor();
    await page.getByRole('heading', { name: 'Daily mail' }).waitFor();
    await assertAccessibleInBothSchemes(page);
    await close();
  });

  it('links to the portal feed on a phone, and refuses agents', async () => {
    const { page, workspace, faults, close } = await openDashboard(browser(), {
      path: 'integrations',
      viewport: phone,
    });
    // The workspace has no feed yet.
    faults.expectError(/404 .*\/v1\/feed/);
    await page.getByRole('button', { name: 'Add Google Chat' }).waitFor();
    await page.getByRole('link', { name: 'Portal feed' }).click();
    await page.getByRole('heading', { level: 1, name: 'Portal feed' }).waitFor();
    await close();
    const agent = await openDashboard(browser(), { path: 'integrations', role: 'agent', workspace });
    await agent.page.getByText("Your role doesn't allow this").waitFor();
    await agent.close();
  });
});
