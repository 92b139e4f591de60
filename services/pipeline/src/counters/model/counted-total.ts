import { type Counter, CounterTotals } from './counter.js';

/** All-time counts that add up to a number of leads, of one agent or of the whole workspace. */
export interface CountedTotal {
  readonly agent_id: string;
  readonly names: readonly string[];
}

/** Computes the total from the counters of its agent. */
export function sumTotal({ names }: CountedTotal, counters: readonly Counter[]): number {
  const totals = new CounterTotals(counters);
  return names.reduce((sum, name) => sum + totals.get(name), 0);
}
