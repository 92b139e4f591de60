import type { Mode } from '../../core/caller.js';

/** Records to check: those of one workspace, or of all. */
export interface CheckScope {
  readonly mode: Mode;
  readonly workspaceId?: string | undefined;
}

/**
 * Records that disagree. Contains only ids, statuses and numbers, because it is printed and must not reveal personal
 * data.
 */
export interface Inconsistency {
  readonly workspace_id: string;
  /** Id of the record that is wrong, or that names a wrong one. */
  readonly id: string;
  /** Set where a record can be wrong in several ways. */
  readonly field?: string;
  readonly expected: unknown;
  readonly found: unknown;
}

/** A promise that the records of a service keep, among themselves or with those of another service. */
export interface Check {
  /** Name, such as `deal_unit`. */
  readonly name: string;
  /**
   * Finds records that disagree. Work in progress, such as a sale, may be among them, but is gone at the second look.
   */
  find(scope: CheckScope): AsyncIterable<Inconsistency>;
  /** Instruction for a person about records that can't be repaired: one sentence, in the imperative. */
  readonly nextStep: string;
  /** Corrects the findings as far as possible. Absent where a person has to decide. Can be repeated. */
  repair?(scope: CheckScope, found: readonly Inconsistency[]): Promise<void>;
}

/** Returns a key that recognizes a finding in a second look, even if a number has changed. */
export function toKey({ workspace_id, id, field = '' }: Inconsistency): string {
  return JSON.stringify([workspace_id, id, field]);
}
