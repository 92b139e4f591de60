import type { ApiRecord } from '../../support/api-client.js';
import { eventually } from '../../support/eventually.js';
import { newWorkspace } from '../../support/workspace.js';
import type { ExampleRecorder } from './example-recorder.js';

/** A webhook that is told of sales, before there is one. */
export async function tellOfSubscription(recorder: ExampleRecorder, url: string): Promise<string> {
  const body = { url, events: ['lead.won'] };
  const made = { status: 201, summary: 'A webhook for sales', body };
  return (await recorder.call('POST', '/v1/webhooks', made)).record.id;
}

async function waitForDelivery(recorder: ExampleRecorder, webhookId: string): Promise<ApiRecord> {
  return eventually(async () => {
    const log = await recorder.api.get(`/v1/webhooks/${webhookId}/deliveries?status=delivered`);
    const [delivery] = log.records;
    if (!delivery) throw new Error('Nothing was delivered.');
    return delivery;
  });
}

async function tellOfLimit(recorder: ExampleRecorder, url: string): Promise<void> {
  const { api } = await newWorkspace({ plan: 'starter' });
  const body = { url, events: ['lead.created'] };
  for (let count = 0; count < 20; count += 1) await api.create('/v1/webhooks', body);
  const full = { status: 409, summary: 'The plan allows no more webhooks', body, as: api };
  await recorder.call('POST', '/v1/webhooks', full);
}

/** The sale was delivered to the webhook; its secret and its state change. */
export async function tellOfDeliveries(recorder: ExampleRecorder, webhookId: string, url: string): Promise<void> {
  const place = `/v1/webhooks/${webhookId}`;
  const { id: deliveryId } = await waitForDelivery(recorder, webhookId);
  await recorder.call('GET', `${place}/deliveries?event=lead.won`, { status: 200, summary: 'Deliveries of an event' });
  await recorder.call('GET', `${place}/deliveries/${deliveryId}`, {
    status: 200,
    summary: 'A delivery that succeeded',
  });
  await recorder.call('GET', '/v1/webhooks', { status: 200, summary: 'All webhooks' });
  await recorder.call('GET', place, { status: 200, summary: 'With statistics' });
  const log = await eventually(async () => {
    const found = await recorder.api.get('/v1/events?types=lead.won');
    if (found.records.length === 0) throw new Error('The log is empty.');
    return found;
  });
  recorder.keep('GET', '/v1/events', { status: 200, summary: 'Leads that were won' }, log.body);
  const again = { status: 202, summary: 'Once more', body: {} };
  await recorder.call('POST', `${place}/deliveries/${deliveryId}/resend`, again);
  await recorder.call('POST', `${place}/test`, { status: 200, summary: 'The receiver answers', body: {} });
  await recorder.call('POST', `${place}/rotate-secret`, { status: 200, summary: 'A generated secret', body: {} });
  const off = { status: 200, summary: 'Switched off', body: { active: false } };
  await recorder.call('PUT', place, off);
  const inactive = { status: 409, summary: 'The webhook is switched off', body: {} };
  await recorder.call('POST', `${place}/deliveries/${deliveryId}/resend`, inactive);
  await tellOfLimit(recorder, url);
}
