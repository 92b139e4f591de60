import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiRecord } from '../../../support/api-client.js';
import { eventually } from '../../../support/eventually.js';
import { newWorkspace } from '../../../support/workspace.js';
import type { ExampleRecorder } from './example-recorder.js';

/**
 * A new integration also gets events from up to two seconds before its creation, because the machines' clocks differ.
 */
const clockSkewMs = 2_100;
const template = '{{title}}: {{property.name}} ({{property.location.city}})';

async function waitForMessage(recorder: ExampleRecorder, place: string): Promise<ApiRecord> {
  return eventually(async () => {
    const [delivery] = (await recorder.api.get(`${place}/deliveries?status=delivered`)).records;
    if (!delivery) throw new Error('Nothing was posted.');
    return delivery;
  });
}

async function tellOfLimit(recorder: ExampleRecorder, body: object): Promise<void> {
  const { api } = await newWorkspace({ plan: 'starter' });
  for (let count = 0; count < 20; count += 1) await api.create('/v1/integrations', body);
  const full = { status: 409, summary: 'The plan allows no more integrations', body, as: api };
  await recorder.call('POST', '/v1/integrations', full);
}

/** Posts a message about a new property to a chat. `origin` is the chat provider's origin. */
export async function tellOfIntegrations(recorder: ExampleRecorder, origin: string): Promise<void> {
  const url = `${origin}/services/T000/B000/XXXX`;
  const body = { kind: 'slack', name: 'Sales channel', events: ['property.created'], url, template };
  const preview = { kind: 'slack', event: 'property.created', template };
  await recorder.call('POST', '/v1/integrations/preview', { status: 200, summary: 'A new property', body: preview });
  const unknown = {
    status: 422,
    summary: 'A name that the event does not have',
    body: { ...preview, template: '{{lead.name}}' },
  };
  await recorder.call('POST', '/v1/integrations/preview', unknown);
  await sleep(clockSkewMs);
  const made = { status: 201, summary: 'Messages in a channel of Slack', body };
  const place = `/v1/integrations/${(await recorder.call('POST', '/v1/integrations', made)).record.id}`;
  await recorder.api.create('/v1/properties', { name: 'Sea View', type: 'villa', location: { city: 'Faro' } });
  const { id: deliveryId } = await waitForMessage(recorder, place);
  await recorder.call('GET', `${place}/deliveries?event=property.created`, {
    status: 200,
    summary: 'Messages of an event',
  });
  await recorder.call('GET', `${place}/deliveries/${deliveryId}`, {
    status: 200,
    summary: 'A message that was posted',
  });
  await recorder.call('GET', '/v1/integrations', { status: 200, summary: 'All integrations' });
  await recorder.call('GET', place, { status: 200, summary: 'With statistics' });
  await recorder.call('POST', `${place}/deliveries/${deliveryId}/resend`, {
    status: 202,
    summary: 'Once more',
    body: {},
  });
  await recorder.call('POST', `${place}/test`, { status: 200, summary: 'The chat answers', body: {} });
  const off = { status: 200, summary: 'Switched off', body: { active: false } };
  await recorder.call('PUT', place, off);
  const inactive = { status: 409, summary: 'The integration is switched off', body: {} };
  await recorder.call('POST', `${place}/deliveries/${deliveryId}/resend`, inactive);
  await recorder.call('DELETE', place, { status: 204, summary: 'Deleted' });
  await tellOfLimit(recorder, body);
}
