import type { ExampleRecorder } from './example-recorder.js';
import type { Portfolio } from './tell-people-and-places.js';

const later = { expires_in: 604_800 };

/** Holds a unit for a lead, extends the hold and records its deposit, while another lead waits. */
async function tellOfQueue(recorder: ExampleRecorder, unitId: string, leadIds: readonly [string, string]) {
  const [first, second] = leadIds;
  const deposit = { amount: 50_000, currency: 'AED', due_at: '2027-03-03T20:00:00.000Z' };
  const body = { unit_id: unitId, lead_id: first, expires_in: 259_200, deposit };
  const made = { status: 201, summary: 'For three days, with a deposit', body };
  const { id } = (await recorder.call('POST', '/v1/holds', made)).record;
  await recorder.call('POST', '/v1/holds', { status: 200, summary: 'The same request again', body });
  const other = { unit_id: unitId, lead_id: second };
  await recorder.call('POST', '/v1/holds', { status: 409, summary: 'Another lead holds the unit', body: other });
  const queued = { status: 201, summary: 'The lead joins the queue', body: { ...other, queue: true } };
  const waiting = (await recorder.call('POST', '/v1/holds', queued)).record;
  await recorder.call('GET', `/v1/holds?unit_id=${unitId}&status=active,queued`, {
    status: 200,
    summary: 'The hold of a unit and its queue',
  });
  const whole = { status: 200, summary: 'With unit, lead and agent' };
  await recorder.call('GET', `/v1/holds/${id}?expand=unit,lead,agent`, whole);
  await recorder.call('PUT', `/v1/holds/${id}`, { status: 200, summary: 'With notes', body: { notes: 'Pays cash.' } });
  await recorder.call('POST', `/v1/holds/${id}/extend`, { status: 200, summary: 'For a week', body: later });
  const waits = { status: 409, summary: 'The hold waits in the queue', body: later };
  await recorder.call('POST', `/v1/holds/${waiting.id}/extend`, waits);
  return { id, waitingId: waiting.id };
}

/** Holds units, and ends the holds. */
export async function tellOfHolds(recorder: ExampleRecorder, { propertyId: property_id }: Portfolio): Promise<void> {
  const price = { amount: 1_850_000, currency: 'AED' };
  const [unit, free] = await Promise.all(
    ['Tower C, 101', 'Tower C, 102'].map((name) => recorder.api.create('/v1/units', { property_id, name, price })),
  );
  const [first, second] = await Promise.all(
    ['Ines Duarte', 'Omar Aziz'].map((name) =>
      recorder.api.create('/v1/leads', { name, email: `${name.replace(' ', '.').toLowerCase()}@example.com` }),
    ),
  );
  if (!unit || !free || !first || !second) throw new Error('The records of the holds are missing.');
  const { id, waitingId } = await tellOfQueue(recorder, unit.id, [first.id, second.id]);
  const paid = { status: 200, summary: 'By a bank transfer', body: { reference: 'TT-2041' } };
  await recorder.call('POST', `/v1/holds/${id}/deposit`, paid);
  const changed = { status: 409, summary: 'The deposit is paid', body: { deposit: { amount: 60_000 } } };
  await recorder.call('PUT', `/v1/holds/${id}`, changed);
  await recorder.call('DELETE', `/v1/holds/${id}/deposit`, { status: 204, summary: 'Reversed' });
  const moved = { status: 200, summary: 'To another unit', body: { unit_id: free.id } };
  await recorder.call('POST', `/v1/holds/${id}/transfer`, moved);
  const none = { status: 409, summary: 'No deposit was agreed', body: {} };
  await recorder.call('POST', `/v1/holds/${waitingId}/deposit`, none);
  const back = { status: 409, summary: 'The other unit is held', body: { unit_id: unit.id } };
  await recorder.call('POST', `/v1/holds/${id}/transfer`, back);
  const released = { status: 200, summary: 'With a reason', body: { reason: 'Bought elsewhere.' } };
  await recorder.call('POST', `/v1/holds/${id}/release`, released);
  const ended = { status: 409, summary: 'The hold has ended', body: later };
  await recorder.call('POST', `/v1/holds/${id}/extend`, ended);
  await recorder.call('DELETE', `/v1/holds/${id}/deposit`, { status: 409, summary: 'The hold has ended' });
  await recorder.call('GET', '/v1/analytics/holds?period=month', { status: 200, summary: 'The last 30 days' });
}
