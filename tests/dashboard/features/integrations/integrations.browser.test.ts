import { useBrowser } from '../../../support/browser/use-browser.js';
import { type Receiver, startReceiver } from '../../../support/receiver.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { openDashboard } from '../../support/open-dashboard.js';

describe('the integrations page', () => {
  const browser = useBrowser();
  let chat: Receiver;
  before(async () => {
    chat = await startReceiver();
  });
  after(() => chat.stop());

  it('creates a chat integration with a custom template and a preview, tests it and deletes it', async () => {
    const { page, faults, close } = await openDashboard(browser(), { path: 'integrations' });
    faults.expectError(/422/);
    await page.getByRole('button', { name: 'Add Slack' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Sales channel');
    await dialog.getByLabel('Incoming webhook URL').fill(chat.url);
    await dialog.getByLabel('lead.won').check();
    await dialog.getByLabel('Message', { exact: true }).fill('{{unknown}}');
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Message', { exact: true }).fill('Hooray for ');
    await dialog.getByRole('button', { name: '{{lead.name}}' }).click();
    await dialog.getByText('Hooray for Maria Silva').waitFor();
    await assertStateAccessible(page);
    await dialog.getByRole('button', { name: 'Create integration' }).click();
    await page.getByRole('link', { name: 'Sales channel' }).click();
    await page.getByRole('button', { name: 'Send a test message' }).click();
    await page.getByText('Test delivered').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'integration.test' }).click();
    await page.getByText('Attempt 1: 200').waitFor();
    await page.getByText("POST to the chat's webhook address, which is secret.").waitFor();
    await page.getByLabel('Request body').getByText('Hooray for Maria Silva').waitFor();
    await page.keyboard.press('Escape');
    // The page reads the integration again after the change. A further change before that would get a 412.
    const readAgain = page
      .waitForResponse((response) => response.request().method() === 'PUT')
      .then(() => page.waitForResponse(/\/integrations\/int_\w+$/));
    await page.getByRole('button', { name: 'Pause' }).click();
    await readAgain;
    await page.getByText('Paused').waitFor();
    await page.getByRole('button', { name: 'Delete Sales channel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Integrations' }).waitFor();
    await page.getByRole('link', { name: 'Sales channel' }).waitFor({ state: 'detached' });
    await close();
  });
});
