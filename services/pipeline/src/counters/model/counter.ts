/** Counts of one agent on one day (UTC), by name. */
export interface Counter {
  /** `wholeWorkspace` for the counts of all leads and deals. */
  readonly agent_id: string;
  /** `YYYY-MM-DD`, or `allTime`. */
  readonly day: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** Counts that can be added up. */
export type Counts = Pick<Counter, 'counts'>;

/** The `agent_id` of counters of the whole workspace. */
export const wholeWorkspace = '';

/** The `day` of counters of all time. */
export const allTime = '';

/** First and last day, each `YYYY-MM-DD`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const dayMs = 24 * 3_600_000;

/** Lists each day from the first to the last. */
export function listDays({ from, to }: Days): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return Array.from({ length: count }, (_, place) => toDay(new Date(Date.parse(from) + place * dayMs)));
}

/** Names of the counts of an agent on a day. For money, the currency follows after a colon. */
export const agentCounts = [
  'assigned',
  'contacted',
  'qualified',
  'won',
  'responses',
  'response_ms',
  'deals',
  'pending',
] as const;

/** Returns the UTC day of a time, `YYYY-MM-DD`. */
export function toDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Sums of counts by name. The sum of a name without counts is 0. */
export class CounterTotals {
  readonly #counts = new Map<string, number>();

  constructor(counters: readonly Counts[] = []) {
    for (const { counts } of counters) this.add(counts);
  }

  add(counts: Counter['counts']): void {
    for (const [name, count] of Object.entries(counts)) this.#counts.set(name, this.get(name) + count);
  }

  subtract(counts: Counter['counts']): void {
    for (const [name, count] of Object.entries(counts)) this.#counts.set(name, this.get(name) - count);
  }

  get(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Returns the names that begin with the prefix, in alphabetical order and without the prefix. */
  getSuffixes(prefix: string): string[] {
    const names = [...this.#counts.keys()].filter((name) => name.startsWith(prefix));
    return names.map((name) => name.slice(prefix.length)).sort();
  }

  /** Returns the counts that are not zero. */
  toCounts(): Record<string, number> {
    return Object.fromEntries([...this.#counts].filter(([, count]) => count !== 0));
  }
}

/** Adds up counters one by one. Only the sum is kept in memory. */
export class CounterSum {
  readonly #sums = new Map<string, { agent_id: string; day: string; totals: CounterTotals }>();

  add(counters: readonly Counter[]): void {
    for (const counter of counters) this.#getTotals(counter).add(counter.counts);
  }

  subtract(counters: readonly Counter[]): void {
    for (const counter of counters) this.#getTotals(counter).subtract(counter.counts);
  }

  /** Returns one counter for each agent and day, without zeros and without empty counters. */
  toCounters(): Counter[] {
    return [...this.#sums.values()]
      .map(({ agent_id, day, totals }) => ({ agent_id, day, counts: totals.toCounts() }))
      .filter(({ counts }) => Object.keys(counts).length > 0);
  }

  #getTotals({ agent_id, day }: Counter): CounterTotals {
    const key = `${agent_id}/${day}`;
    const sum = this.#sums.get(key) ?? { agent_id, day, totals: new CounterTotals() };
    this.#sums.set(key, sum);
    return sum.totals;
  }
}

/**
 * Returns the added counters minus the removed ones: one counter for each agent and day, without zeros and without
 * empty counters.
 */
export function sumCounters(added: readonly Counter[], removed: readonly Counter[] = []): Counter[] {
  const sum = new CounterSum();
  sum.add(added);
  sum.subtract(removed);
  return sum.toCounters();
}

/** Returns the part of a whole as a fraction, without rounding. Returns 0 if the whole is 0. */
export function toFraction(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
