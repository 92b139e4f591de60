import { expect } from 'chai';
import { ApiClient } from '../../../../support/api-client.js';
import { eventually } from '../../../../support/eventually.js';
import { system } from '../../../../support/system.js';
import type { ExampleRecorder } from '../example-recorder.js';
import { readData } from './tell-of-people.js';

/** Uses a key, and reads the key's log. */
async function tellOfTraffic(recorder: ExampleRecorder, id: string, key: string): Promise<void> {
  const headers = { 'x-request-id': 'crm-7f3c' };
  await new ApiClient(system().urls.api, key).get('/v1/leads?stage=new&per_page=1', headers);
  const requests = `/auth/api-keys/${id}/requests`;
  await eventually(async () => expect((await recorder.api.get(requests)).records).to.have.length(1));
  await recorder.call('GET', requests, { status: 200, summary: 'One request' });
  const usage = `/auth/api-keys/${id}/usage?period=24h`;
  await recorder.call('GET', usage, { status: 200, summary: 'The last day by hours' });
}

/** Manages the workspace and its keys. Resolves to a key that remains valid. */
export async function tellOfKeys(recorder: ExampleRecorder): Promise<string> {
  await recorder.call('GET', '/auth/session', { status: 200, summary: 'The owner' });
  await recorder.call('GET', '/auth/workspace', { status: 200, summary: 'The workspace' });
  const currency = { status: 200, summary: 'Another currency', body: { currency: 'AED' } };
  await recorder.call('PUT', '/auth/workspace', currency);
  const body = { country: 'AE', time_zone: 'Asia/Dubai' };
  await recorder.call('PUT', '/auth/workspace', { status: 200, summary: 'Its country and time zone', body });
  const admin = { name: 'CRM', mode: 'live', scopes: ['admin'] };
  const made = await recorder.call('POST', '/auth/api-keys', { status: 201, summary: 'A key for all', body: admin });
  const site = { name: 'Website', mode: 'sandbox', scopes: ['read:properties', 'write:leads'] };
  const test = { ...site, expires_at: '2027-12-31T00:00:00.000Z' };
  const of = { status: 201, summary: 'A key of the sandbox that expires', body: test };
  const { id } = (await recorder.call('POST', '/auth/api-keys', of)).record;
  const rotate = `/auth/api-keys/${id}/rotate`;
  const overlap = { status: 201, summary: 'The old key stays good for two days', body: { overlap_days: 2 } };
  const { id: newId } = (await recorder.call('POST', rotate, overlap)).record;
  await recorder.call('POST', rotate, { status: 409, summary: 'It was rotated before', body: {} });
  await recorder.call('GET', `/auth/api-keys/${id}`, { status: 200, summary: 'A key that was rotated' });
  await recorder.call('GET', '/auth/api-keys?mode=sandbox', { status: 200, summary: 'Those of the sandbox' });
  await recorder.call('DELETE', `/auth/api-keys/${newId}`, { status: 204, summary: 'Revoked' });
  await tellOfTraffic(recorder, made.record.id, readData(made.body, 'key'));
  await recorder.call('POST', '/auth/sandbox/reset', { status: 202, summary: 'The reset has begun' });
  return readData(made.body, 'key');
}

/** Manages the apps of the workspace. */
export async function tellOfApps(recorder: ExampleRecorder): Promise<void> {
  const portal = { name: 'Portal sync', redirect_uris: ['https://portal.example/callback'], scopes: ['read:leads'] };
  const made = { status: 201, summary: 'An app with a secret', body: portal };
  const { id } = (await recorder.call('POST', '/auth/apps', made)).record;
  await recorder.call('POST', '/auth/apps', { status: 409, summary: 'Another app has the name', body: portal });
  const phone = {
    name: 'Field visits',
    redirect_uris: ['com.example.visits:/callback'],
    scopes: ['read:leads', 'write:leads'],
    confidential: false,
  };
  const shown = { status: 201, summary: 'A public app has no secret', body: phone };
  const { id: publicId } = (await recorder.call('POST', '/auth/apps', shown)).record;
  await recorder.call('GET', '/auth/apps', { status: 200, summary: 'All apps' });
  await recorder.call('GET', `/auth/apps/${id}`, { status: 200, summary: 'One app' });
  const more = { status: 200, summary: 'More scopes', body: { scopes: ['read:leads', 'read:properties'] } };
  await recorder.call('PUT', `/auth/apps/${id}`, more);
  const taken = { status: 409, summary: 'Another app has the name', body: { name: phone.name } };
  await recorder.call('PUT', `/auth/apps/${id}`, taken);
  await recorder.call('POST', `/auth/apps/${id}/rotate-secret`, { status: 200, summary: 'Another secret' });
  await recorder.call('DELETE', `/auth/apps/${publicId}`, { status: 204, summary: 'Deleted' });
  await recorder.call('DELETE', `/auth/apps/${id}`, { status: 204, summary: 'Deleted' });
}

/** Requests the deletion of the workspace, and withdraws the request. */
export async function tellOfDeletion(recorder: ExampleRecorder, password: string): Promise<void> {
  const path = '/auth/workspace/deletion-request';
  const body = { current_password: password, reason: 'We move to another system.' };
  await recorder.call('GET', path, { status: 404, summary: 'There is no request' });
  await recorder.call('POST', path, { status: 201, summary: 'It is requested', body });
  await recorder.call('POST', path, { status: 409, summary: 'It is requested already', body });
  await recorder.call('GET', path, { status: 200, summary: 'The request' });
  await recorder.call('DELETE', path, { status: 204, summary: 'Withdrawn' });
  await recorder.call('DELETE', path, { status: 404, summary: 'There is no request' });
}

/** Saves views of the board as the owner. */
export async function tellOfSavedViews(recorder: ExampleRecorder): Promise<void> {
  const place = '/auth/saved-views';
  const body = { name: 'Overdue leads', page: 'pipeline', query: 'status=active&sort=next_follow_up' };
  const { id } = (await recorder.call('POST', place, { status: 201, summary: 'Leads to call', body })).record;
  await recorder.call('POST', place, { status: 409, summary: 'The page has one of the name', body });
  const other = await recorder.api.post(place, { ...body, name: 'Won leads' });
  await recorder.call('GET', `${place}?page=pipeline`, { status: 200, summary: 'Those of the board' });
  const path = `${place}/${id}`;
  await recorder.call('PUT', path, { status: 200, summary: 'Another name', body: { name: 'To call' } });
  await recorder.call('PUT', path, {
    status: 409,
    summary: 'The page has another of the name',
    body: { name: 'Won leads' },
  });
  await recorder.call('DELETE', path, { status: 204, summary: 'Deleted' });
  await recorder.api.delete(`${place}/${other.record.id}`);
}
