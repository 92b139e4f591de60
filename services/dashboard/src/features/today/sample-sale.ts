import type { components } from '../../../gen/api.js';
import { inDays } from '../tasks/due-time.js';

type Schemas = components['schemas'];
type Price = Schemas['Price'];

/** A unit of the sample property, as the API created it. */
export interface SampleUnit {
  readonly id: string;
  readonly number: string;
  readonly price: Price;
}

/** Milestone of the sample property. An instalment of the plan is due when it is reached. */
export const milestone = 'Foundation';
const daysInYear = 365;

/** Payment plan of the sample deal. Its first instalment is due soon after the sale. */
export const samplePlan = {
  name: '20/30/50 (sample)',
  instalments: [
    { label: 'On signing', percent: 20, due: { on: 'sale', days: 14 } },
    { label: milestone, percent: 30, due: { on: 'milestone', milestone, days: 30 } },
    { label: 'On completion', percent: 50, due: { on: 'completion', days: 0 } },
  ],
} satisfies Schemas['NewPaymentPlan'];

interface SampleHold {
  readonly lead: string;
  readonly unit: string;
  /** Duration in seconds, if it differs from the workspace's default. */
  readonly seconds?: number;
  /** Deposit as a percentage of the price. */
  readonly deposit?: number;
  readonly notes?: string;
}

/**
 * Samples of holds. One unit is held while another lead waits for it. One hold expires as soon as the data is loaded.
 */
export const sampleHolds: readonly SampleHold[] = [
  { lead: 'Sofia Rossi', unit: '402', deposit: 2, notes: 'Decides after the weekend' },
  { lead: 'Liam Byrne', unit: '402' },
  { lead: 'Amara Obi', unit: '201', seconds: 1 },
];

/** The unit that the won lead buys. */
export const soldNumber = '301';

/** Converts a sample to a new hold. If the unit is already held for another lead, the hold waits in the queue. */
export function toNewHold(
  { seconds, deposit, notes }: SampleHold,
  leadId: string,
  { id, price }: SampleUnit,
  now = new Date(),
): Schemas['NewHold'] {
  const due = { due_at: inDays(2, now).toISOString() };
  return {
    lead_id: leadId,
    unit_id: id,
    queue: true,
    ...(seconds === undefined ? {} : { expires_in: seconds }),
    ...(deposit === undefined
      ? {}
      : { deposit: { amount: Math.round((price.amount * deposit) / 100), currency: price.currency, ...due } }),
    ...(notes === undefined ? {} : { notes }),
  };
}

/** Returns the date on which the sample property is completed: a year from now. */
export const toCompletionDay = (now = new Date()) => inDays(daysInYear, now).toISOString().slice(0, 10);
