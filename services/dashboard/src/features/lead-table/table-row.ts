import type { components, operations } from '../../../gen/api.js';

type Lead = components['schemas']['Lead'];
type ListQuery = NonNullable<operations['listLeads']['parameters']['query']>;

/** Fields of a lead that the table reads. */
export const rowFields = [
  'id',
  'external_id',
  'name',
  'email',
  'phone',
  'source',
  'stage',
  'score',
  'assigned_agent',
  'budget',
  'timeline',
  'tags',
  'last_contacted',
  'next_follow_up',
  'stage_entered_at',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Lead & NonNullable<ListQuery['fields']>[number])[];

/** A lead in the table. */
export type LeadRow = Pick<Lead, (typeof rowFields)[number] | 'agent' | 'properties'>;
