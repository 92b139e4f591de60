import { ApiProblem } from '../../api/problem.js';
import type { SaleDocument } from './document-queries.js';

const work = {
  send: 'Being sent to the signers…',
  void: 'Being voided at the provider…',
  file: 'Everyone has signed. The signed document is being loaded…',
} as const;

/** Describes a document's current step, or what went wrong. Returns null if there is nothing to say. */
export function describeProgress({ pending, last_error, reason }: SaleDocument): string | null {
  const error = last_error?.message ?? null;
  if (pending !== null) return error === null ? work[pending] : `${error} We try again.`;
  if (error !== null) return error;
  return reason === null ? null : `Reason: ${reason}`;
}

/** Explains to people who can't manage connections why a document can't be sent. */
export function describeSendRefusal(error: unknown, mayConnect: boolean): string | undefined {
  if (mayConnect || !(error instanceof ApiProblem) || error.reason !== 'no_signature_connection') return undefined;
  return "Electronic signatures aren't set up in this workspace. Ask an owner or admin, or upload the signed document.";
}
