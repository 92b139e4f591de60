import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { type Receiver, startReceiver } from '../../../support/receiver.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { openDashboard } from '../../support/open-dashboard.js';

describe('the webhooks page', () => {
  const browser = useBrowser();
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
  });
  after(() => receiver.stop());

  it('creates a webhook, shows its secret once, replaces the secret, and tests, resends, pauses, changes and deletes', async () => {
    const { page, workspace, faults, close } = await openDashboard(browser(), { path: 'developers/webhooks' });
    faults.expectError(/412|422/);
    await page.getByText('No webhooks yet').waitFor();
    await page.getByRole('button', { name: 'Create webhook' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('nowhere');
    await dialog.getByLabel('lead.created').check();
    await assertStateAccessible(page);
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await dialog
      .getByText(/URL|url/)
      .nth(1)
      .waitFor();
    await dialog.getByLabel('URL').fill(receiver.url);
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    const first = await page.getByLabel('Signing secret', { exact: true }).inputValue();
    expect(first).to.match(/^whsec_/);
    await page.getByRole('button', { name: "I've stored it" }).click();
    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Test delivered').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'webhook.test' }).click();
    await page.getByText('Attempt 1: 200').waitFor();
    await page.getByText(String(receiver.received[0]?.headers['x-service-signature'])).waitFor();
    await page.getByLabel('Request body').getByText('"event": "webhook.test"').waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy raw body' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).to.equal(receiver.received[0]?.body);
    await assertStateAccessible(page);
    const held: ServerResponse[] = [];
    receiver.answer = (response) => held.push(response);
    const listed = page.waitForResponse(/\/resend$/).then(() => page.waitForResponse(/\/deliveries\?/));
    await page.getByRole('button', { name: 'Send again' }).click();
    await listed;
    receiver.answer = (response) => void response.end();
    for (const response of held) response.end();
    await page.getByText('Attempt 2: 200').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /^webhook.test Delivered 200 2/ }).waitFor();
    const shown = page.getByLabel('Signing secret', { exact: true });
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByText('The old secret works for another 24 hours.').waitFor();
    expect(await shown.inputValue())
      .to.match(/^whsec_/)
      .and.not.equal(first);
    await page.keyboard.press('Escape');
    await assertStateAccessible(page);
    await page.getByRole('button', { name: "I've stored it" }).click();
    await shown.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('All lead events').check();
    // Selecting a group includes its events.
    expect(await page.getByLabel('lead.created').count()).to.equal(0);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('All lead events; payload v2').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    expect(await page.getByLabel('All lead events').isChecked()).to.equal(true);
    await page.getByLabel('All events, including future ones').check();
    const [hook] = (await workspace.api.get('/v1/webhooks')).records;
    await workspace.api.put(`/v1/webhooks/${hook?.id}`, { active: true });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Active', { exact: true }).waitFor();
    await page.getByText('All events; payload v2').waitFor();
    await page.getByRole('button', { name: 'Delete the webhook' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No webhooks yet').waitFor();
    await close();
  });
});
