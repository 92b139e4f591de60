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

/** Milestone of the sample property, for which the plan waits. */
export const milestone = 'Foundation';
const daysInYear = 365;

/** The plan by which the sample deal is paid. Its first instalment is due soon after the sale. */
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
  /** Seconds, if they differ from the usual time of the workspace. */
  readonly seconds?: number;
  /** Share of the price, in percent. */
  readonly deposit?: number;
  readonly notes?: string;
}

/** One unit is held while another lead waits for it, and one hold is over as soon as the data is loaded. */
export const sampleHolds: readonly SampleHold[] = [
  { lead: 'Sofia Rossi', unit: '402', deposit: 2, notes: 'Decides after the weekend' },
  { lead: 'Liam Byrne', unit: '402' },
  { lead: 'Amara Obi', unit: '201', seconds: 1 },
];

/** The unit that the won lead buys. */
export const soldNumber = '301';

/** Converts a sample to a new hold. The hold waits in the queue if another lead holds the unit. */
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

/** Returns the day on which the sample property is completed: a year from now. */
export const toCompletionDay = (now = new Date()) => inDays(daysInYear, now).toISOString().slice(0, 10);
