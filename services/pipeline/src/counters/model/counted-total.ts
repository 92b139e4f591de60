import { type Counter, CounterTotals } from './counter.js';

/** Number of leads of an agent or of the whole workspace, as the sum of some all-time counts. */
export interface CountedTotal {
  readonly agent_id: string;
  readonly names: readonly string[];
}

/** Returns the total from the counters of its agent. */
export function sumTotal({ names }: CountedTotal, counters: readonly Counter[]): number {
  const totals = new CounterTotals(counters);
  return names.reduce((sum, name) => sum + totals.get(name), 0);
}
