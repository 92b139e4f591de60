import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import type { ExampleRecorder } from './example-recorder.js';

async function waitForEnd({ api }: ExampleRecorder, id: string): Promise<void> {
  await eventually(async () => {
    const { record } = await api.get(`/v1/exports/${id}`);
    expect(record.status).to.be.oneOf(['completed', 'failed', 'cancelled']);
  });
}

/**
 * Creates twelve exports, two of which run at the same time. Cancels a waiting export twice and gets the same answer.
 */
async function tellOfCancelled(recorder: ExampleRecorder): Promise<void> {
  const { api } = recorder;
  const start = async () => (await api.post('/v1/exports', { resource: 'leads', format: 'jsonl' })).record.id;
  const started = await Promise.all(Array.from({ length: 12 }, start));
  const answers = await Promise.all(started.map((id) => api.post(`/v1/exports/${id}/cancel`)));
  const waiting = answers.find(({ status, text }) => status === 200 && text.includes('"started_at":null'));
  if (!waiting) throw new Error('None of the exports was cancelled while it waited.');
  for (const id of started) await waitForEnd(recorder, id);
  await recorder.call('POST', `/v1/exports/${waiting.record.id}/cancel`, { status: 200, summary: 'One that waited' });
}

/** Creates and deletes the feed. Only the first answer contains the feed's addresses. */
async function tellOfFeed(recorder: ExampleRecorder): Promise<void> {
  await recorder.call('POST', '/v1/feed', { status: 201, summary: 'With its addresses' });
  await recorder.call('GET', '/v1/feed', { status: 200, summary: 'Without its addresses' });
  await recorder.call('GET', '/v1/feed/health', { status: 200, summary: 'What the XML feed has' });
  await recorder.call('DELETE', '/v1/feed', { status: 204, summary: 'Deleted' });
  await recorder.call('GET', '/v1/feed', { status: 404, summary: 'There is no feed' });
  await recorder.call('GET', '/v1/feed/health', { status: 404, summary: 'There is no feed' });
  await recorder.call('DELETE', '/v1/feed', { status: 404, summary: 'There is no feed' });
}

/** Exports a file of units, cancels another, and uses the feed. */
export async function tellOfExports(recorder: ExampleRecorder): Promise<void> {
  const body = { resource: 'units', format: 'csv', filters: { status: ['available', 'reserved'] } };
  const queued = { status: 202, summary: 'Units that are for sale', body };
  const { id } = (await recorder.call('POST', '/v1/exports', queued)).record;
  await waitForEnd(recorder, id);
  await recorder.call('GET', `/v1/exports/${id}`, { status: 200, summary: 'Completed' });
  await recorder.call('GET', '/v1/exports?status=completed', { status: 200, summary: 'Those that are completed' });
  await recorder.call('POST', `/v1/exports/${id}/cancel`, { status: 409, summary: 'The export has ended' });
  await tellOfCancelled(recorder);
  await tellOfFeed(recorder);
}
