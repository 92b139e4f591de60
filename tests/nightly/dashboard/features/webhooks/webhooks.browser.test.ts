import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { assertAccessibleInBothSchemes } from '../../../../dashboard/support/both-schemes.js';
import { openDashboard, phone } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { eventually } from '../../../../support/eventually.js';
import { type Receiver, startReceiver } from '../../../../support/receiver.js';

describe('the webhooks page', () => {
  const browser = useBrowser();
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
  });
  after(() => receiver.stop());

  it('shows responses, filters deliveries by the page address, and resends many until cancelled', async () => {
    const { page, workspace, visit, close } = await openDashboard(browser(), { path: 'developers', viewport: phone });
    const hook = await workspace.api.post('/v1/webhooks', { url: receiver.url, events: ['lead.created'] });
    await workspace.api.post('/v1/leads', { name: 'Noor Haddad', email: 'noor@example.com', source: 'website' });
    await visit(`developers/webhooks/${hook.record.id}?status=delivered&event=lead.created`);
    await eventually(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.getByRole('button', { name: 'lead.created' }).click({ timeout: 2_000 });
    });
    await page.getByLabel('Request body').getByText('"name": "Noor Haddad"').waitFor();
    await assertAccessibleInBothSchemes(page);
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).to.equal(true);
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).to.equal(true);
    await page.getByRole('button', { name: 'Send deliveries again' }).click();
    await page.getByLabel('Which').selectOption('delivered');
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('region', { name: 'Sending again' }).getByText('1 of 1: 1 delivered').waitFor();
    await page.getByRole('row', { name: /^lead.created Delivered 200 2/ }).waitFor();
    await assertAccessibleInBothSchemes(page);
    const held: ServerResponse[] = [];
    receiver.answer = (response) => held.push(response);
    await page.getByRole('button', { name: 'Send deliveries again' }).click();
    await page.getByLabel('Which').selectOption('delivered');
    await page.getByRole('button', { name: 'Send again' }).click();
    const sending = page.getByRole('region', { name: 'Sending again' });
    await sending.getByRole('button', { name: 'Cancel' }).click();
    await sending.getByText('Cancelled').waitFor();
    receiver.answer = (response) => void response.end();
    for (const response of held) response.end();
    const path = `**/v1/webhooks/${hook.record.id}`;
    const { record } = await workspace.api.get(`/v1/webhooks/${hook.record.id}`);
    const data = { ...record, active: false, disabled_at: '2026-03-01T09:30:00.000Z' };
    await page.route(path, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: { success: true, data } }) : route.continue(),
    );
    await page.reload();
    await page.getByText('Turned off because deliveries failed').waitFor();
    await page.getByRole('button', { name: 'lead.created' }).click();
    await page.getByText('Deliveries are off. Turn them on to send this again.').waitFor();
    await page.keyboard.press('Escape');
    await assertAccessibleInBothSchemes(page);
    await page.unroute(path);
    await page.getByRole('button', { name: 'Turn on again' }).click();
    await page.getByText('Active', { exact: true }).waitFor();
    await close();
  });

  it('explains a failed attempt, and continues after a rate limit or an outage', async () => {
    const { page, workspace, faults, visit, close } = await openDashboard(browser(), { path: 'developers' });
    faults.expectError(/429|ERR_INTERNET_DISCONNECTED/);
    receiver.answer = (response) => void response.writeHead(500).end('{"reason":"out of order"}');
    const hook = await workspace.api.post('/v1/webhooks', { url: receiver.url, events: ['lead.created'] });
    await workspace.api.post(`/v1/webhooks/${hook.record.id}/test`, {});
    await visit(`developers/webhooks/${hook.record.id}`);
    const path = '**/deliveries/dlv_*';
    const error = { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many requests.' };
    const limited = { status: 429, headers: { 'retry-after': '6' }, json: { success: false, error } };
    await page.route(path, (route) => route.fulfill(limited));
    const dialog = page.getByRole('dialog');
    const open = page.getByRole('button', { name: 'webhook.test' });
    await open.waitFor();
    await page.context().setOffline(true);
    await open.click();
    await dialog.getByText("Can't reach the server", { exact: true }).waitFor();
    await page.context().setOffline(false);
    await dialog.getByText('Too many requests').waitFor();
    await page.unroute(path);
    await dialog.getByText('Attempt 1: 500').waitFor();
    await dialog.getByText('The receiver answered 500.').waitFor();
    await dialog.getByText('"reason": "out of order"').waitFor();
    await page.context().setOffline(true);
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByText("Can't reach the server. Check your connection and try again.").waitFor();
    await dialog.getByText("Can't reach the server", { exact: true }).waitFor();
    await assertAccessibleInBothSchemes(page);
    await page.context().setOffline(false);
    await dialog.getByText("Can't reach the server", { exact: true }).waitFor({ state: 'detached' });
    receiver.answer = (response) => void response.end();
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByText('Attempt 2: 200').waitFor();
    await close();
  });
});
