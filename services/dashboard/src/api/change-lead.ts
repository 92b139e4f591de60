import type { components } from '../../gen/api.js';
import { type ApiClient, answerOf } from './client.js';
import { ApiProblem } from './problem.js';

type Schemas = components['schemas'];
type Lead = Schemas['Lead'];
/** A field that is changed by one click. */
export type ClickedField = 'stage' | 'next_follow_up' | 'assigned_agent' | 'interested_properties';
/** A lead as a list or a page showed it. */
type SeenLead<F extends ClickedField> = Pick<Lead, 'id' | 'updated_at' | F>;

/** Somebody else changed the lead in the meantime. */
export class LeadConflict extends Error {
  /** The lead as it is now. */
  readonly lead: Lead;
  /** What happened to it since it was seen, newest first. */
  readonly activities: readonly Schemas['Activity'][];

  constructor(lead: Lead, activities: readonly Schemas['Activity'][]) {
    super(`${lead.name} was changed by somebody else in the meantime`);
    this.name = 'LeadConflict';
    this.lead = lead;
    this.activities = activities;
  }
}

async function readLead(api: ApiClient, id: string): Promise<Lead> {
  const query = { expand: ['agent' as const] };
  return (await answerOf(api.GET('/v1/leads/{id}', { params: { path: { id }, query } }))).data;
}

async function readConflict(api: ApiClient, { id, updated_at: seenAt }: SeenLead<never>): Promise<LeadConflict> {
  const [lead, { data }] = await Promise.all([
    readLead(api, id),
    answerOf(api.GET('/v1/leads/{id}/activity', { params: { path: { id }, query: { per_page: 20 } } })),
  ]);
  return new LeadConflict(
    lead,
    data.filter(({ timestamp }) => timestamp > seenAt),
  );
}

/**
 * Reads a lead anew before it is changed. The field that the person decided by must still be as they saw it.
 * @throws LeadConflict with what somebody else did to it.
 */
export async function readUnchanged<F extends ClickedField>(
  api: ApiClient,
  seen: SeenLead<F>,
  field: F,
): Promise<Lead> {
  const now = await readLead(api, seen.id);
  if (JSON.stringify(now[field]) !== JSON.stringify(seen[field])) throw await readConflict(api, seen);
  return now;
}

/**
 * Changes a lead that was seen without its entity tag, or of which one field alone must still be as the person saw it.
 * @throws LeadConflict with what somebody else did to it.
 */
export async function changeLead<F extends ClickedField>(
  api: ApiClient,
  seen: SeenLead<F>,
  field: F,
  body: Schemas['LeadUpdate'],
): Promise<Lead> {
  const { id } = seen;
  // Reading the lead keeps its entity tag, which the client sends with the change.
  const now = await readUnchanged(api, seen, field);
  try {
    const { data } = await answerOf(api.PUT('/v1/leads/{id}', { params: { path: { id } }, body }));
    return { ...data, agent: now.agent };
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 412) throw await readConflict(api, seen);
    throw error;
  }
}
