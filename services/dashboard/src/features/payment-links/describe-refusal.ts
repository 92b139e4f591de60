import { ApiProblem } from '../../api/problem.js';

/**
 * Explains to people who can't manage connections why no link was created. Returns undefined if the API's message
 * explains it.
 */
export function describeRefusal(error: unknown, mayConnect: boolean): string | undefined {
  if (mayConnect || !(error instanceof ApiProblem) || error.reason !== 'no_payment_connection') return undefined;
  return "The payment provider of this workspace isn't set up for this. Ask an owner or admin.";
}
