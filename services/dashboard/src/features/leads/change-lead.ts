import type { components } from '../../../gen/api.js';
import { type ApiClient, readBody } from '../../api/client.js';
import { ApiProblem } from '../../api/problem.js';

type Schemas = components['schemas'];
type Lead = Schemas['Lead'];
/** Field that a click changes without opening a form. */
export type ClickedField = 'stage' | 'assigned_agent' | 'interested_properties';
/** Lead as a list or a page showed it. */
type SeenLead<F extends ClickedField> = Pick<Lead, 'id' | 'updated_at' | F>;

/** Error that means that someone else has changed the lead since the person saw it. */
export class LeadConflict extends Error {
  /** The current lead. */
  readonly lead: Lead;
  /** Activities of the lead since the person saw it, newest first. */
  readonly activities: readonly Schemas['Activity'][];

  constructor(lead: Lead, activities: readonly Schemas['Activity'][]) {
    super(`${lead.name} was changed by somebody else in the meantime`);
    this.name = 'LeadConflict';
    this.lead = lead;
    this.activities = activities;
  }
}

async function readCurrentLead(api: ApiClient, id: string): Promise<Lead> {
  const query = { expand: ['agent' as const] };
  return (await readBody(api.GET('/v1/leads/{id}', { params: { path: { id }, query } }))).data;
}

async function readConflict(api: ApiClient, { id, updated_at: seenAt }: SeenLead<never>): Promise<LeadConflict> {
  const [lead, { data }] = await Promise.all([
    readCurrentLead(api, id),
    readBody(api.GET('/v1/leads/{id}/activity', { params: { path: { id }, query: { per_page: 20 } } })),
  ]);
  return new LeadConflict(
    lead,
    data.filter(({ timestamp }) => timestamp > seenAt),
  );
}

/**
 * Reads a lead again before a change. Checks that the field on which the person based the decision hasn't changed
 * since.
 * @throws LeadConflict if someone else changed the field.
 */
export async function readUnchanged<F extends ClickedField>(
  api: ApiClient,
  seen: SeenLead<F>,
  field: F,
): Promise<Lead> {
  const now = await readCurrentLead(api, seen.id);
  if (JSON.stringify(now[field]) !== JSON.stringify(seen[field])) throw await readConflict(api, seen);
  return now;
}

/**
 * Changes a lead if one field still has the value that the person saw. Compares only this field, because lists have no
 * entity tags.
 * @throws LeadConflict if someone else changed the field.
 */
export async function changeLead<F extends ClickedField>(
  api: ApiClient,
  seen: SeenLead<F>,
  field: F,
  body: Schemas['LeadUpdate'],
): Promise<Lead> {
  const { id } = seen;
  // Reading the lead stores its entity tag, which the client sends with the change.
  const now = await readUnchanged(api, seen, field);
  try {
    const { data } = await readBody(api.PUT('/v1/leads/{id}', { params: { path: { id } }, body }));
    return { ...data, agent: now.agent };
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 412) throw await readConflict(api, seen);
    throw error;
  }
}
