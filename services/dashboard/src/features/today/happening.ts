import type { components } from '../../../gen/api.js';
import { toLabel } from '../../ui/format/label.js';

type StageRow = components['schemas']['LeadSummary']['stages'][number];

/** Leads with the same kind of news. */
export interface Happening {
  readonly count: number;
  /** Text after the count, such as `moved to Viewing`. */
  readonly text: string;
  /** Amounts of the sales, by currency. */
  readonly values: StageRow['values'];
  /** Filters and order of a list whose first leads are these. */
  readonly search: Readonly<Record<string, string>>;
  /** The latest of these leads. */
  readonly leads: readonly { readonly id: string; readonly name: string }[];
}

/** Converts the leads that moved to a stage to news. Leads in the first stage are listed as new leads instead. */
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
