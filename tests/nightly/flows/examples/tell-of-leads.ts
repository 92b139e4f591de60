import type { ExampleRecorder } from './example-recorder.js';
import type { Portfolio } from './tell-people-and-places.js';

/** Leads in the examples. */
export interface Leads {
  readonly mariaId: string;
  readonly tomId: string;
  readonly lostId: string;
}

const maria = {
  name: 'Maria Silva',
  email: 'maria.silva@example.com',
  phone: '+351 910 000 001',
  source: 'website',
  budget: { min: 1_500_000, max: 1_900_000, currency: 'AED' },
  timeline: '3_months',
  notes: 'Prefers mornings.',
  tags: ['vip'],
};
const tom = { name: 'Tom Becker', email: 'tom.becker@example.com', source: 'portal' };

async function tellOfArrivals(recorder: ExampleRecorder, { adaId, unitId }: Portfolio): Promise<Leads> {
  const body = { ...maria, interested_properties: [unitId], assigned_agent: adaId };
  const arrived = { status: 201, summary: 'A buyer who found a unit on the website', body };
  const { id: mariaId } = (await recorder.call('POST', '/v1/leads', arrived)).record;
  const known = { name: 'M. Silva', email: maria.email };
  await recorder.call('POST', '/v1/leads?on_duplicate=return', {
    status: 200,
    summary: 'The lead is known',
    body: known,
  });
  const rejected = { status: 409, summary: 'Another lead has the email', body: known };
  await recorder.call('POST', '/v1/leads?on_duplicate=reject', rejected);
  const leads = [tom, { name: 'Lea Novak', email: 'lea.novak@example.com', tags: ['investor'] }];
  const bulk = { status: 201, summary: 'Two leads in one request', body: { leads } };
  const [first, second] = (await recorder.call('POST', '/v1/leads/bulk', bulk)).records;
  const again = { status: 200, summary: 'All are known', body: { leads } };
  await recorder.call('POST', '/v1/leads/bulk?on_duplicate=return', again);
  const refused = { status: 409, summary: 'Other leads have the emails', body: { leads } };
  await recorder.call('POST', '/v1/leads/bulk?on_duplicate=reject', refused);
  const rows = [{ name: 'Omar Haddad', email: 'omar.haddad@example.com' }, { name: 'Nobody', email: 'nobody' }, tom];
  const partial = { status: 207, summary: 'One row is created, two are refused', body: { leads: rows } };
  await recorder.call('POST', '/v1/leads/bulk?partial=true&on_duplicate=reject', partial);
  return { mariaId, tomId: first?.id ?? '', lostId: second?.id ?? '' };
}

async function tellOfPipeline(recorder: ExampleRecorder, { mariaId, lostId }: Leads, agentId: string): Promise<void> {
  const called = { status: 201, summary: 'A call', body: { content: 'Rang; wants a sea view.', type: 'call' } };
  await recorder.call('POST', `/v1/leads/${mariaId}/notes`, called);
  const stage = { stage: 'viewing', reason: 'Asked for it.', notes: 'Tuesday, 10:00.' };
  await recorder.call('POST', `/v1/leads/${mariaId}/stage`, {
    status: 200,
    summary: 'A viewing is agreed',
    body: stage,
  });
  const followUp = { next_follow_up: '2027-03-08T09:30:00.000Z', notes: 'Asked for the plans.' };
  await recorder.call('PUT', `/v1/leads/${mariaId}`, {
    status: 200,
    summary: 'A follow-up is planned',
    body: followUp,
  });
  const due = '/v1/leads?sort=next_follow_up&order=asc&follow_up_before=2027-03-31';
  await recorder.call('GET', due, { status: 200, summary: 'Follow-ups until a day' });
  const again = { name: 'M. Silva', email: maria.email };
  const duplicate = await recorder.api.post('/v1/leads', again);
  await recorder.call('GET', `/v1/leads/${mariaId}/duplicates`, { status: 200, summary: 'A lead with the same email' });
  await recorder.call('GET', '/v1/leads/duplicates', { status: 200, summary: 'Two leads with the same email' });
  const { id: duplicateId } = duplicate.record;
  const merged = { status: 200, summary: 'The second lead becomes part of the first', body: { lead_id: duplicateId } };
  await recorder.call('POST', `/v1/leads/${mariaId}/merge`, merged);
  const pairs = [
    { keep: mariaId, merge: duplicateId },
    { keep: mariaId, merge: mariaId },
  ];
  const rows = { status: 207, summary: 'One pair was merged before, the other is one lead', body: { pairs } };
  await recorder.call('POST', '/v1/leads/merge', rows);
  const lost = { reason: 'bought_elsewhere', notes: 'Found a house in Faro.' };
  await recorder.call('POST', `/v1/leads/${lostId}/lost`, { status: 200, summary: 'Bought elsewhere', body: lost });
  await recorder.call('GET', '/v1/leads?stage=new,viewing&per_page=2', { status: 200, summary: 'By stage' });
  await recorder.call('GET', `/v1/leads/summary?agent_id=${agentId}`, { status: 200, summary: 'Of an agent' });
  const whole = { status: 200, summary: 'With agent, listings and timeline' };
  await recorder.call('GET', `/v1/leads/${mariaId}?expand=agent,properties&include_activity=true`, whole);
  await recorder.call('GET', `/v1/leads/${mariaId}/activity`, { status: 200, summary: 'The timeline' });
  await recorder.call('GET', `/v1/agents/${agentId}/leads?status=active`, { status: 200, summary: 'Open leads' });
}

async function tellOfExternalIds(recorder: ExampleRecorder): Promise<void> {
  const place = '/v1/leads/external/crm-4711';
  const body = { name: 'Ines Duarte', email: 'ines.duarte@example.com', source: 'referral' };
  await recorder.call('PUT', place, { status: 201, summary: 'A lead of the CRM is new here', body });
  const changed = { ...body, phone: '+351 910 000 002' };
  await recorder.call('PUT', place, { status: 200, summary: 'The lead of the CRM has a phone now', body: changed });
  await recorder.call('GET', place, { status: 200, summary: 'By the id that the CRM gave' });
}

/** Creates leads and moves them through the pipeline. */
export async function tellOfLeads(recorder: ExampleRecorder, portfolio: Portfolio): Promise<Leads> {
  const leads = await tellOfArrivals(recorder, portfolio);
  await tellOfExternalIds(recorder);
  await tellOfPipeline(recorder, leads, portfolio.adaId);
  return leads;
}
