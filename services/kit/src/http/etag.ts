import { hash } from 'node:crypto';
import { Problem, type ProblemData } from '../errors.js';
import type { ProblemReason } from '../problem-reasons.js';

/** A record in one of its versions. */
export interface RecordVersion {
  readonly id: string;
  readonly version: number;
}

/** What all tags of a version of a record begin with. */
function toTagStart({ id, version }: RecordVersion): string {
  return `"${version}-${hash('sha256', id, 'base64url').slice(0, 8)}.`;
}

/**
 * Strong entity tag of a JSON text (RFC 9110, section 8.8.3). It begins with the record and its version, where there is one:
 * each representation of a record (`fields`, `expand`) has its own tag, and all of them name the same version.
 */
export function computeEntityTag(json: string, record?: RecordVersion): string {
  const digest = hash('sha256', json, 'base64url');
  // Together with the record's hash as long as a tag without: a header names many.
  return record ? `${toTagStart(record)}${digest.slice(0, 18)}"` : `"${digest.slice(0, 27)}"`;
}

function parseTags(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}

/** Whether a list of entity tags (`If-None-Match`) names this one; weak or strong is the same here (RFC 9110, 13.1.2). */
export function matchesTag(header: string, tag: string): boolean {
  return parseTags(header).some((one) => one === '*' || one.replace(/^W\//, '') === tag);
}

/** Whether a list of entity tags (`If-Match`) names a version of a record, in any of its representations. */
function matchesVersion(header: string, record: RecordVersion): boolean {
  const start = toTagStart(record);
  return parseTags(header).some((one) => one === '*' || one.startsWith(start));
}

/** 412. */
export function preconditionFailed(message: string, reason: ProblemReason, data?: ProblemData): Problem {
  return new Problem('PRECONDITION_FAILED', message, { reason, ...(data && { data }) });
}

/**
 * Throws PRECONDITION_FAILED unless `If-Match`, when sent, names the version of the record. The decision on the record calls
 * it, so that it is checked against the version that is replaced.
 */
export function assertIfMatch(header: (name: string) => string | undefined, record: RecordVersion): void {
  const expected = header('if-match');
  if (expected === undefined || matchesVersion(expected, record)) return;
  throw preconditionFailed('The record has changed since it was read; read it again.', 'record_changed');
}
