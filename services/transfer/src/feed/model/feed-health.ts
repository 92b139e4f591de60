import { type ChangeReason, changeReasons, type Finding, type LeftOutReason, leftOutReasons } from './feed-finding.js';

/** Maximum number of units that are listed for each reason. The count includes all units. */
const maxUnits = 50;
const maxTextLength = 100;

interface FoundUnit {
  readonly id: string;
  readonly name: string;
  readonly value: string | null;
}

/** Units with the same finding. */
export interface HealthEntry {
  readonly reason: string;
  readonly field: string;
  readonly message: string;
  readonly count: number;
  /** The first of these units, with their values. */
  readonly units: readonly FoundUnit[];
}

/** Size of the XML feed, and its differences from the records. */
export interface FeedHealth {
  readonly units: { readonly listed: number; readonly left_out: number; readonly changed: number };
  readonly left_out: readonly HealthEntry[];
  readonly changed_values: readonly HealthEntry[];
}

interface NamedUnit {
  readonly id: string;
  readonly name: string;
}

interface Group {
  count: number;
  readonly units: FoundUnit[];
}

type Explanations<Reason extends string> = Readonly<
  Record<Reason, { readonly field: string; readonly message: string }>
>;

function cut(text: string): string {
  return [...text].slice(0, maxTextLength).join('');
}

class Findings<Reason extends string> {
  readonly #explanations: Explanations<Reason>;
  readonly #groups = new Map<Reason, Group>();

  constructor(explanations: Explanations<Reason>) {
    this.#explanations = explanations;
  }

  /** Counts a unit once for each reason. */
  add({ id, name }: NamedUnit, findings: readonly Finding<Reason>[]): void {
    for (const [place, { reason, value }] of findings.entries()) {
      if (findings.findIndex((other) => other.reason === reason) !== place) continue;
      const group = this.#groups.get(reason) ?? { count: 0, units: [] };
      this.#groups.set(reason, group);
      group.count += 1;
      if (group.units.length >= maxUnits) continue;
      group.units.push({ id, name: cut(name), value: value === null ? null : cut(value) });
    }
  }

  /** Returns the entries, the most frequent first. */
  list(): HealthEntry[] {
    return [...this.#groups]
      .map(([reason, { count, units }]) => ({ reason, ...this.#explanations[reason], count, units }))
      .sort((one, other) => other.count - one.count);
  }
}

/** Collects the health of a feed while the feed is written, in limited memory. */
export class FeedHealthRecorder {
  #listed = 0;
  #leftOut = 0;
  #changed = 0;
  readonly #leftOutFindings = new Findings<LeftOutReason>(leftOutReasons);
  readonly #changeFindings = new Findings<ChangeReason>(changeReasons);

  addListed(unit: NamedUnit, changes: readonly Finding<ChangeReason>[]): void {
    this.#listed += 1;
    if (changes.length > 0) this.#changed += 1;
    this.#changeFindings.add(unit, changes);
  }

  addLeftOut(unit: NamedUnit, findings: readonly Finding<LeftOutReason>[]): void {
    this.#leftOut += 1;
    this.#leftOutFindings.add(unit, findings);
  }

  result(): FeedHealth {
    return {
      units: { listed: this.#listed, left_out: this.#leftOut, changed: this.#changed },
      left_out: this.#leftOutFindings.list(),
      changed_values: this.#changeFindings.list(),
    };
  }
}
