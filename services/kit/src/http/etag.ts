import { hash } from 'node:crypto';
import { Problem, type ProblemData } from '../errors.js';
import type { ProblemReason } from '../problem-reasons.js';

/**
 * Strong entity tag of a JSON text (RFC 9110, section 8.8.3). It begins with the version of the record, where there is one:
 * each representation of a record (`fields`, `expand`) has its own tag, and all of them name the same version.
 */
export function computeEntityTag(json: string, version?: number): string {
  const digest = hash('sha256', json, 'base64url').slice(0, 27);
  return version === undefined ? `"${digest}"` : `"${version}-${digest}"`;
}

function parseTags(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}

/** Whether a list of entity tags (`If-None-Match`) names this one; weak or strong is the same here (RFC 9110, 13.1.2). */
export function matchesTag(header: string, tag: string): boolean {
  return parseTags(header).some((one) => one === '*' || one.replace(/^W\//, '') === tag);
}

/** Whether a list of entity tags (`If-Match`) names a version of a record, in any of its representations. */
function matchesVersion(header: string, version: number): boolean {
  return parseTags(header).some((one) => one === '*' || one.startsWith(`"${version}-`));
}

/** 412. */
export function preconditionFailed(message: string, reason: ProblemReason, data?: ProblemData): Problem {
  return new Problem('PRECONDITION_FAILED', message, { reason, ...(data && { data }) });
}

/**
 * Throws PRECONDITION_FAILED unless `If-Match`, when sent, names the version of the record. The decision on the record calls
 * it, so that it is checked against the version that is replaced.
 */
export function assertIfMatch(
  header: (name: string) => string | undefined,
  { version }: { readonly version: number },
): void {
  const expected = header('if-match');
  if (expected === undefined || matchesVersion(expected, version)) return;
  throw preconditionFailed('The record has changed since it was read; read it again.', 'record_changed');
}
