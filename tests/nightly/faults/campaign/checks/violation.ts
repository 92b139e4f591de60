import type { Operation } from '../history/operation.js';

/** Broken guarantee. */
export interface Violation {
  /** Name of the guarantee, such as `acknowledged-writes`. */
  readonly rule: string;
  readonly tenant: string;
  readonly message: string;
  /** Operation that shows the violation. */
  readonly operation?: Operation;
}

/** Shortens a value for a message. */
export function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 300);
}
