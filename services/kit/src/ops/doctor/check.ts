import type { Mode } from '../../core/caller.js';

/** Which records are looked at: those of one workspace, or of all. */
export interface CheckScope {
  readonly mode: Mode;
  readonly workspaceId?: string | undefined;
}

/** Records that do not agree. Ids, statuses and numbers alone: it is printed, and must not tell of people. */
export interface Inconsistency {
  readonly workspace_id: string;
  /** Of the record that is wrong, or that names one that is. */
  readonly id: string;
  /** Where a record can be wrong in several ways. */
  readonly field?: string;
  readonly expected: unknown;
  readonly found: unknown;
}

/** One promise that the records of a service keep, among each other or with those of another service. */
export interface Check {
  /** Such as `deal_unit`. */
  readonly name: string;
  /** What does not agree. What is under way, such as a sale, may be among it: it is gone when it is looked for again. */
  find(scope: CheckScope): AsyncIterable<Inconsistency>;
  /** What a person does with what is not corrected: one sentence, in the imperative. */
  readonly nextStep: string;
  /** Corrects what was found, as far as that is possible; absent where a person has to decide. It may be called again. */
  repair?(scope: CheckScope, found: readonly Inconsistency[]): Promise<void>;
}

/** Of two looks, the same thing has the same key, though a number may have changed. */
export function toKey({ workspace_id, id, field = '' }: Inconsistency): string {
  return JSON.stringify([workspace_id, id, field]);
}
