import { eventually } from '../../../support/eventually.js';
import { newWorkspace } from '../../../support/workspace.js';
import type { ExampleRecorder } from './example-recorder.js';
import { stripeKey } from './tell-of-connections.js';

/** Token that the fake HubSpot accepts for live data. */
const accessToken = `pat-na1-${'fake'.repeat(6)}a1b2`;

/**
 * Cancels synchronizations until one is cancelled before it begins, because only then the answer is always the same.
 */
async function tellOfCancelled(recorder: ExampleRecorder, place: string): Promise<void> {
  const { api } = recorder;
  await eventually(async () => {
    const path = `${place}/syncs/${(await api.post(`${place}/syncs`)).record.id}/cancel`;
    const { status, body, text } = await api.post(path);
    if (!text.includes('"started_at":null')) throw new Error('The synchronization has begun.');
    recorder.keep('POST', path, { status, summary: 'One that waits', body: {} }, body);
  });
}

/** Connects a workspace to the fake HubSpot and sends its leads there. */
export async function tellOfCrm(recorder: ExampleRecorder): Promise<void> {
  const { api } = await newWorkspace();
  const lead = await api.create('/v1/leads', { name: 'Lina Saad', email: 'lina.saad@example.com', source: 'website' });
  const credentials = { access_token: accessToken };
  const { id } = await api.create('/v1/connections', { provider: 'hubspot', credentials });
  const place = `/v1/connections/${id}`;
  const settings = { source_property: 'lead_origin' };
  const body = { lead_id: lead.id, settings };
  const unsaved = { status: 200, summary: 'With a setting that is not saved', body, as: api };
  await recorder.call('POST', `${place}/preview`, unsaved);
  const other = await api.create('/v1/connections', {
    provider: 'stripe',
    settings: { return_url: 'https://harbour.example/thank-you' },
    credentials: { secret_key: stripeKey },
  });
  const wrong = { status: 409, summary: 'The connection takes payments', body: { lead_id: lead.id }, as: api };
  await recorder.call('POST', `/v1/connections/${other.id}/preview`, wrong);
  const all = { status: 202, summary: 'All leads', body: {}, as: api };
  const started = (await recorder.call('POST', `${place}/syncs`, all)).record;
  await eventually(async () => {
    const { record } = await api.get(`${place}/syncs/${started.id}`);
    if (record.status !== 'completed') throw new Error('The synchronization has not ended.');
  });
  const ended = { status: 200, summary: 'All leads are sent', as: api };
  await recorder.call('GET', `${place}/syncs/${started.id}`, ended);
  await recorder.call('GET', `${place}/syncs`, { status: 200, summary: 'All synchronizations', as: api });
  const late = { status: 409, summary: 'All leads are sent', body: {}, as: api };
  await recorder.call('POST', `${place}/syncs/${started.id}/cancel`, late);
  const again = (await api.post(`${place}/syncs`, {})).record;
  const twice = { status: 409, summary: 'The leads are being sent', body: {}, as: api };
  await recorder.call('POST', `${place}/syncs`, twice);
  await api.post(`${place}/syncs/${again.id}/cancel`);
  await tellOfCancelled(recorder.by(api), place);
}
