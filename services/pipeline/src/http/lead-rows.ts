import { invalid, type Problem, type ProblemDetail } from '@plotline/kit/errors';
import { type Answer, created, ok } from '@plotline/kit/http/answer';
import type { Lead } from '../domain/lead.js';
import { toLeadJson } from '../json/lead.js';
import { createDuplicateProblem } from './duplicates.js';

/** The result of a row: its lead or the one returned in its place, its faults, or the contact that it shares with others. */
export type Row =
  | { readonly lead: Lead; readonly isNew: boolean; readonly duplicates: readonly string[] }
  | { readonly faults: readonly ProblemDetail[] }
  | { readonly shared: readonly ProblemDetail[]; readonly duplicates: readonly string[] };

function collectDetails(rows: readonly Row[], getDetails: (row: Row) => readonly ProblemDetail[]): ProblemDetail[] {
  return rows.flatMap((row, index) =>
    getDetails(row).map(({ field, message }) => {
      return { field: field === 'body' ? `leads[${index}]` : `leads[${index}].${field}`, message };
    }),
  );
}

/** `meta` travels in a header, whose size is bounded. */
const maxIds = 300;

/** The oldest ids of each list, at most `maxIds` in all. */
function limitIds(lists: readonly (readonly string[])[]): (readonly string[])[] {
  let maxEach = Math.max(...lists.map(({ length }) => length));
  while (lists.reduce((sum, { length }) => sum + Math.min(length, maxEach), 0) > maxIds) maxEach -= 1;
  return lists.map((ids) => ids.slice(0, maxEach));
}

/** 201 with all leads, 200 when none of them is new. Throws the faults of all rows, or the contacts that they share. */
export function toWholeAnswer(rows: readonly Row[]): Answer {
  const faults = collectDetails(rows, (row) => ('faults' in row ? row.faults : []));
  if (faults.length > 0) throw invalid(...faults);
  const shared = collectDetails(rows, (row) => ('shared' in row ? row.shared : []));
  if (shared.length > 0) throw createDuplicateProblem(shared);
  const shown = rows.flatMap((row) => ('lead' in row ? [row] : []));
  const body = shown.map(({ lead }) => toLeadJson(lead));
  const possible_duplicates = limitIds(shown.map(({ duplicates }) => duplicates));
  const meta = possible_duplicates.some(({ length }) => length > 0) ? { possible_duplicates } : undefined;
  return shown.some(({ isNew }) => isNew) ? created(body, meta) : ok(body, meta);
}

function toError({ status, code, message, details }: Problem) {
  return { status, error: { code, message, details } };
}

/** 207 with the result of each row. */
export function toPartialAnswer(rows: readonly Row[]): Answer {
  const body = rows.map((row, index) => {
    if ('faults' in row) return { index, ...toError(invalid(...row.faults)) };
    const { duplicates } = row;
    const meta = duplicates.length > 0 ? { possible_duplicates: duplicates } : {};
    if ('shared' in row) return { index, ...toError(createDuplicateProblem(row.shared)), ...meta };
    return { index, status: row.isNew ? 201 : 200, data: toLeadJson(row.lead), ...meta };
  });
  return { status: 207, body };
}
