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

/** Why leads are lost, in words. */
export const lossReasons: Readonly<Record<Schemas['LossReason'], string>> = {
  price_too_high: 'The price is too high',
  location_not_suitable: 'The location does not suit',
  bought_elsewhere: 'Bought elsewhere',
  no_longer_interested: 'No longer interested',
  unresponsive: 'Does not respond',
  financing_failed: 'Financing failed',
  other: 'Another reason',
};

export function isLossReason(text: string): text is Schemas['LossReason'] {
  return text in lossReasons;
}
