import type { components } from '../../../gen/api.js';
import { toLabel } from '../../ui/format/label.js';

type StageRow = components['schemas']['LeadSummary']['stages'][number];

/** Leads to which the same happened. */
export interface Happening {
  readonly count: number;
  /** Follows the count: `moved to Viewing`. */
  readonly text: string;
  /** Amounts of the sales, by currency. */
  readonly values: StageRow['values'];
  /** Filters and order of the list that begins with them. */
  readonly search: Readonly<Record<string, string>>;
  /** The latest of them. */
  readonly leads: readonly { readonly id: string; readonly name: string }[];
}

/** Converts the leads that came into a stage. Those in the first stage are listed as new leads instead. */
export function toHappening({ stage, count, values, cards = [] }: StageRow): Happening | undefined {
  if (count === 0 || stage === 'new') return undefined;
  const isClosed = stage === 'won' || stage === 'lost';
  return {
    count,
    text: isClosed ? stage : `moved to ${toLabel(stage)}`,
    values: stage === 'won' ? values : [],
    search: { stage, sort: 'stage_entered_at' },
    leads: cards,
  };
}
