import type { components } from '../../gen/api.js';

type Schemas = components['schemas'];

/** The stages of the pipeline in their order, the ends last. */
export const stages = [
  'new',
  'contacted',
  'qualified',
  'viewing',
  'negotiation',
  'won',
  'lost',
] as const satisfies readonly Schemas['Stage'][];

/** Where leads come from. */
export const sources = [
  'website',
  'referral',
  'portal',
  'social',
  'walk_in',
  'api',
  'manual',
] as const satisfies readonly Schemas['Source'][];

/** What a note may be about. */
export const noteTypes = [
  'note',
  'call',
  'email',
  'meeting',
  'viewing',
  'message',
  'other',
] as const satisfies readonly Schemas['NoteType'][];
