import type { Operation } from '../history/operation.js';

/** Broken promise. */
export interface Violation {
  /** Name of the promise, such as `acknowledged-writes`. */
  readonly rule: string;
  readonly tenant: string;
  readonly message: string;
  /** Operation that shows it. */
  readonly operation?: Operation;
}

/** Shortens a value for a message. */
export function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 300);
}
