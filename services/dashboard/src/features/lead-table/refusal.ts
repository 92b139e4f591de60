import { ApiProblem, describeError } from '../../api/problem.js';

/** Error of a change that the lead's current state doesn't allow. The message is written for people. */
export class RefusedChange extends Error {}

/** Explains why a lead wasn't changed. */
export function describeRefusal(error: unknown): string {
  if (error instanceof RefusedChange) return error.message;
  if (error instanceof ApiProblem && error.status === 404) return 'This lead was deleted by someone else.';
  return describeError(error);
}
