import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { eventually } from '../../../support/eventually.js';
import { type Receiver, startReceiver } from '../../../support/receiver.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { openDashboard } from '../../support/open-dashboard.js';

describe("a developer's day", () => {
  const browser = useBrowser();
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
  });
  after(() => receiver.stop());

  it('finds a failing delivery by its event, resends it, and shows the event catalogue and live events', async () => {
    const { page, workspace, visit, close } = await openDashboard(browser(), { path: 'developers/webhooks' });
    const { api } = workspace;
    const guide = page.getByRole('link', { name: /How to receive events/ });
    expect(await guide.getAttribute('href')).to.equal('/docs/guides/webhooks');
    receiver.answer = (response) => void response.writeHead(500).end('out of order');
    const { id } = await api.create('/v1/webhooks', { url: receiver.url, events: ['lead.*'] });
    const newLead = (name: string) => api.create('/v1/leads', { name, email: `${name.toLowerCase()}@example.com` });
    await newLead('Ada');
    await newLead('Olu');
    const failed = await eventually(async () => {
      const { records } = await api.get(`/v1/webhooks/${id}/deliveries?status=failed`);
      expect(records).to.have.length(2);
      return records;
    });
    const eventId = String(failed[0]?.event_id);

    await visit(`developers/webhooks/${id}`);
    await page
      .getByRole('row', { name: /lead.created Failed 500/ })
      .first()
      .waitFor();
    await page.getByLabel('Event ID').fill(eventId);
    await page.getByText('1 of 1').waitFor();
    await page.getByLabel('Response', { exact: true }).selectOption('2xx');
    await page.getByText('No deliveries match').waitFor();
    await page.getByLabel('Response', { exact: true }).selectOption('5xx');
    await assertStateAccessible(page);
    await page.getByRole('button', { name: 'lead.created' }).click();
    await page.getByText('out of order').waitFor();
    receiver.answer = (response) => void response.end();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Attempt 2: 200').waitFor();
    await page.keyboard.press('Escape');

    await visit('developers/catalogue');
    await page.getByLabel('Search events').fill('lead.created');
    await page.getByText('1 event', { exact: true }).waitFor();
    await page.locator('summary', { hasText: 'lead.created' }).click();
    await page.getByText('The newest one of this workspace').waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy lead.created' }).click();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).to.include('"event": "lead.created"');
    await assertStateAccessible(page);

    await visit('developers/events');
    await page.getByLabel('Live').check();
    await page.getByText('Nothing has happened since you opened this page.').waitFor();
    await newLead('Noor');
    await page.locator('summary', { hasText: 'lead.created' }).waitFor();
    const log = page.getByRole('log', { name: 'New events' });
    await log.focus();
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await newLead('Tom');
    await page.getByText('Paused. Events that come now appear when you resume.').waitFor();
    expect(await log.locator('summary').count()).to.equal(1);
    await assertStateAccessible(page);
    await page.getByRole('button', { name: 'Resume' }).click();
    await eventually(async () => expect(await log.locator('summary').count()).to.equal(2));
    await close();
  });
});
