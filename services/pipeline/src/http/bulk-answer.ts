import { invalid, type Problem, type ProblemDetail } from '@plotline/kit/errors';
import { type Answer, created, ok } from '@plotline/kit/http/answer';
import type { Lead } from '../domain/lead.js';
import { knownContact } from './known-contact.js';
import { leadJson } from './lead-json.js';

/** What becomes of a row: its lead, or one that was there before; or its faults, or what it has in common with another. */
export type Row =
  | { readonly lead: Lead; readonly isNew: boolean; readonly duplicates: readonly string[] }
  | { readonly faults: readonly ProblemDetail[] }
  | { readonly inCommon: readonly ProblemDetail[]; readonly duplicates: readonly string[] };

function ofRows(rows: readonly Row[], detailsOf: (row: Row) => readonly ProblemDetail[]): ProblemDetail[] {
  return rows.flatMap((row, index) =>
    detailsOf(row).map(({ field, message }) => {
      return { field: field === 'body' ? `leads[${index}]` : `leads[${index}].${field}`, message };
    }),
  );
}

/** What is told beside the leads travels in a header, which has its bounds. */
const mostIds = 300;

/** The oldest ids of each list, of all lists as many as fit. */
function fewEnough(lists: readonly (readonly string[])[]): (readonly string[])[] {
  let each = Math.max(...lists.map(({ length }) => length));
  while (lists.reduce((sum, { length }) => sum + Math.min(length, each), 0) > mostIds) each -= 1;
  return lists.map((ids) => ids.slice(0, each));
}

/** 201 with all leads, 200 when none of them is new; throws the faults of all rows, or what they have in common with others. */
export function wholeAnswer(rows: readonly Row[]): Answer {
  const faults = ofRows(rows, (row) => ('faults' in row ? row.faults : []));
  if (faults.length > 0) throw invalid(...faults);
  const inCommon = ofRows(rows, (row) => ('inCommon' in row ? row.inCommon : []));
  if (inCommon.length > 0) throw knownContact(inCommon);
  const shown = rows.flatMap((row) => ('lead' in row ? [row] : []));
  const body = shown.map(({ lead }) => leadJson(lead));
  const possible_duplicates = fewEnough(shown.map(({ duplicates }) => duplicates));
  const meta = possible_duplicates.some(({ length }) => length > 0) ? { possible_duplicates } : undefined;
  return shown.some(({ isNew }) => isNew) ? created(body, meta) : ok(body, meta);
}

function errorOf({ status, code, message, details }: Problem) {
  return { status, error: { code, message, details } };
}

/** 207 with what became of each row. */
export function partialAnswer(rows: readonly Row[]): Answer {
  const body = rows.map((row, index) => {
    if ('faults' in row) return { index, ...errorOf(invalid(...row.faults)) };
    const { duplicates } = row;
    const meta = duplicates.length > 0 ? { possible_duplicates: duplicates } : {};
    if ('inCommon' in row) return { index, ...errorOf(knownContact(row.inCommon)), ...meta };
    return { index, status: row.isNew ? 201 : 200, data: leadJson(row.lead), ...meta };
  });
  return { status: 207, body };
}
