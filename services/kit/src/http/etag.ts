import { hash } from 'node:crypto';
import { Problem, type ProblemData } from '../core/errors.js';
import type { ProblemReason } from '../core/problem-reasons.js';

/** One version of a record. */
export interface RecordVersion {
  readonly id: string;
  readonly version: number;
}

/** Returns the common start of all tags for one version of a record. */
function toTagStart({ id, version }: RecordVersion): string {
  return `"${version}-${hash('sha256', id, 'base64url').slice(0, 8)}.`;
}

/**
 * Computes a strong entity tag for a JSON text (RFC 9110, section 8.8.3). A record's tag starts with the id and the
 * version. Each representation (`fields`, `expand`) has its own tag, and all of them contain the same version.
 */
export function computeEntityTag(json: string, record?: RecordVersion): string {
  const digest = hash('sha256', json, 'base64url');
  // Shortened, so that tags with and without a record's id have the same length. A header may list many tags.
  return record ? `${toTagStart(record)}${digest.slice(0, 18)}"` : `"${digest.slice(0, 27)}"`;
}

function parseTags(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}

/** Returns whether a list of entity tags (`If-None-Match`) contains this tag, weak or strong (RFC 9110, 13.1.2). */
export function matchesTag(header: string, tag: string): boolean {
  return parseTags(header).some((one) => one === '*' || one.replace(/^W\//, '') === tag);
}

/** Returns whether a list of entity tags (`If-Match`) contains this version of a record, in any representation. */
function matchesVersion(header: string, record: RecordVersion): boolean {
  const start = toTagStart(record);
  return parseTags(header).some((one) => one === '*' || one.startsWith(start));
}

/** Creates a 412. */
export function preconditionFailed(message: string, reason: ProblemReason, data?: ProblemData): Problem {
  return new Problem('PRECONDITION_FAILED', message, { reason, ...(data && { data }) });
}

/**
 * Throws PRECONDITION_FAILED unless `If-Match` is absent or contains the record's version. Decisions about the record
 * call it, so that exactly the checked version is replaced.
 */
export function assertIfMatch(header: (name: string) => string | undefined, record: RecordVersion): void {
  const expected = header('if-match');
  if (expected === undefined || matchesVersion(expected, record)) return;
  throw preconditionFailed('The record has changed since it was read. Read it again.', 'record_changed');
}
