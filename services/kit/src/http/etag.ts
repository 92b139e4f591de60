import { hash } from 'node:crypto';
import { Problem } from '../errors.js';

/**
 * Strong entity tag of a JSON text (RFC 9110, section 8.8.3). With the version of the record in the text it begins with
 * that: what `fields` and `expand` make of a record has tags of its own, and all of them tell the same version.
 */
export function entityTag(json: string, version?: number): string {
  const digest = hash('sha256', json, 'base64url').slice(0, 27);
  return version === undefined ? `"${digest}"` : `"${version}-${digest}"`;
}

function tagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}

/** Whether a list of entity tags (`If-None-Match`) names this one; weak or strong is the same here (RFC 9110, 13.1.2). */
export function namesTag(header: string, tag: string): boolean {
  return tagsOf(header).some((one) => one === '*' || one.replace(/^W\//, '') === tag);
}

/** Whether a list of entity tags (`If-Match`) names a version of a record, in any of its representations. */
function namesVersion(header: string, version: number): boolean {
  return tagsOf(header).some((one) => one === '*' || one.startsWith(`"${version}-`));
}

/**
 * Throws PRECONDITION_FAILED unless `If-Match`, when sent, names the version of the record. Call it where the record is
 * decided on, so that it holds for the version that is replaced.
 */
export function assertIfMatch(
  header: (name: string) => string | undefined,
  { version }: { readonly version: number },
): void {
  const expected = header('if-match');
  if (expected === undefined || namesVersion(expected, version)) return;
  throw new Problem('PRECONDITION_FAILED', 'The record has changed since it was read.');
}
