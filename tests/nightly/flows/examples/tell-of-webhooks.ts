import { ApiClient, type ApiRecord } from '../../../support/api-client.js';
import { isTree } from '../../../support/contract/tree.js';
import { eventually } from '../../../support/eventually.js';
import { newPerson } from '../../../support/person.js';
import { startReceiver } from '../../../support/receiver.js';
import { system } from '../../../support/system.js';
import { newWorkspace } from '../../../support/workspace.js';
import type { ExampleRecorder } from './example-recorder.js';

const dayMs = 86_400_000;

/** Creates a webhook for sales before the first sale. */
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

/** Creates a resend that waits because its receiver does not answer. */
async function tellOfCancelling(recorder: ExampleRecorder): Promise<void> {
  const { api } = await newWorkspace();
  const slow = await startReceiver();
  slow.answer = (response) => void response.writeHead(503).end();
  const { id } = await api.create('/v1/webhooks', { url: slow.url, events: ['property.created'] });
  const place = `/v1/webhooks/${id}`;
  await api.create('/v1/properties', { name: 'Heights', type: 'apartment', location: { city: 'Faro' } });
  await eventually(async () => {
    const log = await api.get(`${place}/deliveries?status=failed`);
    if (log.records.length === 0) throw new Error('Nothing has failed.');
  });
  slow.answer = () => undefined;
  const asked = await api.call('POST', `${place}/resend`, {
    body: { from: new Date(Date.now() - dayMs / 2).toISOString() },
  });
  const resend = `${place}/resends/${asked.record.id}`;
  await eventually(async () => {
    const { deliveries } = (await api.get(resend)).record;
    if (!isTree(deliveries) || deliveries.resent !== 1) throw new Error('Nothing is under way.');
  });
  await recorder.call('POST', `${resend}/cancel`, { status: 200, summary: 'A running resend', body: {}, as: api });
  await slow.stop();
}

/** Lets a person choose notifications. */
async function tellOfPreferences(recorder: ExampleRecorder): Promise<void> {
  const workspace = await newWorkspace();
  const { token } = await newPerson(workspace, 'agent');
  const by = { as: new ApiClient(system().urls.api, token) };
  const path = '/v1/notifications/preferences';
  await recorder.call('GET', path, { status: 200, summary: 'Until the first choice', ...by });
  const body = { unit_sold: 'mail', task_due: 'bell' };
  await recorder.call('PUT', path, { status: 200, summary: 'A mail about sold units, none about tasks', body, ...by });
}

/** Resends all deliveries of a day. */
async function tellOfResend(recorder: ExampleRecorder, place: string, deliveryId: string): Promise<void> {
  // Waits for the extra attempt that was requested, because the resend leaves out a delivery with a running attempt.
  await eventually(async () => {
    const { attempts } = (await recorder.api.get(`${place}/deliveries/${deliveryId}`)).record;
    if (!Array.isArray(attempts) || attempts.length < 2) throw new Error('The attempt is still to come.');
  });
  const from = new Date(Date.now() - dayMs / 2).toISOString();
  const body = { from, status: ['delivered'], event: ['lead.won'] };
  const asked = await recorder.call('POST', `${place}/resend`, { status: 202, summary: 'All sales of a time', body });
  const resend = `${place}/resends/${asked.record.id}`;
  const notice = await eventually(async () => {
    const found = await recorder.api.get('/v1/notifications?type=resend.completed');
    if (found.records.length === 0) throw new Error('There is no notification.');
    return found;
  });
  await recorder.call('GET', resend, { status: 200, summary: 'Completed' });
  await recorder.call('GET', `${place}/resends`, { status: 200, summary: 'All resends of the webhook' });
  const late = { status: 409, summary: 'The resend is completed', body: {} };
  await recorder.call('POST', `${resend}/cancel`, late);
  recorder.keep('GET', '/v1/notifications', { status: 200, summary: 'Resends that are completed' }, notice.body);
  await recorder.call('POST', '/v1/notifications/read', { status: 200, summary: 'All until now', body: {} });
  await recorder.call('GET', '/v1/notifications/unread', { status: 200, summary: 'Nothing is new' });
  await tellOfPreferences(recorder);
  const samples = { status: 200, summary: 'The newest sale' };
  await recorder.call('GET', '/v1/events/samples?types=lead.won', samples);
}

async function tellOfLimit(recorder: ExampleRecorder, url: string): Promise<void> {
  const { api } = await newWorkspace({ plan: 'starter' });
  const body = { url, events: ['lead.created'] };
  for (let count = 0; count < 20; count += 1) await api.create('/v1/webhooks', body);
  const full = { status: 409, summary: 'The plan allows no more webhooks', body, as: api };
  await recorder.call('POST', '/v1/webhooks', full);
}

/** Reads the sale's delivery, and changes the webhook's secret and state. */
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
  await tellOfResend(recorder, place, deliveryId);
  await tellOfCancelling(recorder);
  const off = { status: 200, summary: 'Switched off', body: { active: false } };
  await recorder.call('PUT', place, off);
  const inactive = { status: 409, summary: 'The webhook is switched off', body: {} };
  await recorder.call('POST', `${place}/deliveries/${deliveryId}/resend`, inactive);
  const body = { from: new Date(Date.now() - dayMs / 2).toISOString() };
  await recorder.call('POST', `${place}/resend`, { status: 409, summary: 'The webhook is switched off', body });
  await tellOfLimit(recorder, url);
}
