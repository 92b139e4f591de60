import type { components } from '../../gen/api.js';

type Schemas = components['schemas'];

/** The stages of the pipeline in order, with the final ones last. */
export const stages = [
  'new',
  'contacted',
  'qualified',
  'viewing',
  'negotiation',
  'won',
  'lost',
] as const satisfies readonly Schemas['Stage'][];

export const sources = [
  'website',
  'referral',
  'portal',
  'social',
  'walk_in',
  'api',
  'manual',
] as const satisfies readonly Schemas['Source'][];

export const noteTypes = [
  'note',
  'call',
  'email',
  'meeting',
  'viewing',
  'message',
  'other',
] as const satisfies readonly Schemas['NoteType'][];

/** Labels of the reasons why leads are lost. */
export const lossReasons: Readonly<Record<Schemas['LossReason'], string>> = {
  price_too_high: 'Price too high',
  location_not_suitable: 'Unsuitable location',
  bought_elsewhere: 'Bought elsewhere',
  no_longer_interested: 'No longer interested',
  unresponsive: 'Unresponsive',
  financing_failed: 'Financing failed',
  other: 'Other reason',
};

export function isLossReason(text: string): text is Schemas['LossReason'] {
  return text in lossReasons;
}
