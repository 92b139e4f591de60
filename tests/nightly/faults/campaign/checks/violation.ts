import type { Operation } from '../history/operation.js';

/** A promise that was broken. */
export interface Violation {
  /** The promise, such as `acknowledged-writes`. */
  readonly rule: string;
  readonly tenant: string;
  readonly message: string;
  /** The operation at which it shows. */
  readonly operation?: Operation;
}

/** Shortens a value for a message. */
export function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 300);
}
