/**
 * Figures kept up to date for one agent on one day (UTC). An empty agent stands for the workspace, an empty day for all time.
 */
export interface Tally {
  readonly agent_id: string;
  readonly day: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** The agent of tallies of the whole workspace, and the day of tallies of all time. */
export const whole = '';

/** The day (UTC) of an instant, `YYYY-MM-DD`. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

function add(sums: Map<string, { agent_id: string; day: string; counts: Map<string, number> }>, sign: 1 | -1) {
  return ({ agent_id, day, counts }: Tally) => {
    const key = `${agent_id}/${day}`;
    const sum = sums.get(key) ?? { agent_id, day, counts: new Map<string, number>() };
    for (const [name, count] of Object.entries(counts)) {
      sum.counts.set(name, (sum.counts.get(name) ?? 0) + sign * count);
    }
    sums.set(key, sum);
  };
}

/** One tally for each agent and day: all of `plus` less all of `minus`, without zeros. */
export function balance(plus: readonly Tally[], minus: readonly Tally[] = []): Tally[] {
  const sums: Parameters<typeof add>[0] = new Map();
  plus.forEach(add(sums, 1));
  minus.forEach(add(sums, -1));
  return [...sums.values()].flatMap(({ agent_id, day, counts }) => {
    const rest = [...counts].filter(([, count]) => count !== 0);
    return rest.length > 0 ? [{ agent_id, day, counts: Object.fromEntries(rest) }] : [];
  });
}

/** Figures by name; what was never counted is 0. */
export class Figures {
  readonly #counts = new Map<string, number>();

  constructor(tallies: readonly Tally[]) {
    for (const { counts } of tallies) this.add(counts, 1);
  }

  add(counts: Readonly<Record<string, number>>, sign: 1 | -1): void {
    for (const [name, count] of Object.entries(counts)) {
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + sign * count);
    }
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Names that begin with the prefix, without it, in order. */
  under(prefix: string): string[] {
    const names = [...this.#counts.keys()].filter((name) => name.startsWith(prefix));
    return names.map((name) => name.slice(prefix.length)).sort();
  }
}

/** A part of a whole as a fraction, 0 of nothing; not rounded, so that it is what anybody gets who divides. */
export function fraction(part: number, total: number): number {
  return total === 0 ? 0 : part / total;
}
