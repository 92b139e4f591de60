import { ApiProblem } from '../../api/problem.js';

/**
 * Explains to people who can't manage connections why there is no link. Returns undefined if the message of the API
 * explains it.
 */
export function describeRefusal(error: unknown, mayConnect: boolean): string | undefined {
  if (mayConnect || !(error instanceof ApiProblem) || error.reason !== 'no_payment_connection') return undefined;
  return "The payment provider of this workspace isn't set up for this. Ask an owner or admin.";
}
