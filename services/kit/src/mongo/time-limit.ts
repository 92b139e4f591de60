import { type Deadline, databaseTimeoutMs } from '../deadline.js';

/** What is done after the deadline, such as freeing a claim, gets this long all the same. */
const minMs = 1_000;

/**
 * How long the server works on an operation: up to the deadline of the request, at least a second, and never longer than
 * the client waits for an answer. Then it gives up with MaxTimeMSExpired, which is answered SERVICE_UNAVAILABLE.
 */
export function limitTime(deadline?: Deadline): { readonly maxTimeMS: number } {
  const leftMs = deadline === undefined ? databaseTimeoutMs : deadline - Date.now();
  return { maxTimeMS: Math.min(Math.max(leftMs, minMs), databaseTimeoutMs) };
}
