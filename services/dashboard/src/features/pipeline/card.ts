import type { components, operations } from '../../../gen/api.js';

type Lead = components['schemas']['Lead'];
type ListQuery = NonNullable<operations['listLeads']['parameters']['query']>;

/** Fields of a lead that the board reads. */
export const cardFields = [
  'id',
  'name',
  'stage',
  'score',
  'budget',
  'tags',
  'next_follow_up',
  'stage_entered_at',
  'updated_at',
] as const satisfies readonly (keyof Lead & NonNullable<ListQuery['fields']>[number])[];

/** A lead on the board. */
export type Card = Pick<Lead, (typeof cardFields)[number] | 'agent'>;
