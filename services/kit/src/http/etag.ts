import { hash } from 'node:crypto';
import { Problem } from '../errors.js';

/** Strong entity tag of a JSON text (RFC 9110, section 8.8.3). */
export function entityTag(json: string): string {
  return `"${hash('sha256', json, 'base64url').slice(0, 27)}"`;
}

/** Whether a list of entity tags (`If-Match`, `If-None-Match`) names this one; weak tags never match strongly. */
export function namesTag(header: string, tag: string): boolean {
  return header.trim() === '*' || header.split(',').some((one) => one.trim() === tag);
}

/**
 * Throws PRECONDITION_FAILED unless `If-Match`, when sent, names the record as GET without parameters shows it now. Call
 * it where the record is decided on, so that it holds for the version that is replaced.
 */
export function assertMatches(header: (name: string) => string | undefined, representation: object): void {
  const expected = header('if-match');
  if (expected === undefined || namesTag(expected, entityTag(JSON.stringify(representation)))) return;
  throw new Problem('PRECONDITION_FAILED', 'The record has changed since it was read.');
}
