import { invalid, type ProblemDetail } from '@plotline/kit/errors';
import type { Answer } from '@plotline/kit/http/answer';
import { type BulkRow, toPartialAnswer, toWholeAnswer } from '@plotline/kit/http/bulk-answer';
import type { Lead } from '../domain/lead.js';
import { knownContact } from './known-contact.js';
import { leadJson } from './lead-json.js';

/** What becomes of a row: its lead, or one that was there before; or its faults, or what it has in common with another. */
export type Row =
  | { readonly lead: Lead; readonly isNew: boolean; readonly duplicates: readonly string[] }
  | { readonly faults: readonly ProblemDetail[] }
  | { readonly inCommon: readonly ProblemDetail[]; readonly duplicates: readonly string[] };

/** What is told beside the leads travels in a header, which has its bounds. */
const mostIds = 300;

/** The oldest ids of each list, of all lists as many as fit. */
function fewEnough(lists: readonly (readonly string[])[]): (readonly string[])[] {
  let each = Math.max(...lists.map(({ length }) => length));
  while (lists.reduce((sum, { length }) => sum + Math.min(length, each), 0) > mostIds) each -= 1;
  return lists.map((ids) => ids.slice(0, each));
}

function toBulkRow(row: Row): BulkRow {
  if ('faults' in row) return { problem: invalid(...row.faults) };
  const { duplicates } = row;
  const meta = duplicates.length > 0 ? { possible_duplicates: duplicates } : {};
  if ('inCommon' in row) return { problem: knownContact(row.inCommon), meta };
  return { status: row.isNew ? 201 : 200, data: leadJson(row.lead), meta };
}

/** 201 with all leads, 200 when none of them is new; throws the faults of all rows, or what they have in common with others. */
export function wholeAnswer(rows: readonly Row[]): Answer {
  const shown = rows.flatMap((row) => ('lead' in row ? [row] : []));
  const possible_duplicates = fewEnough(shown.map(({ duplicates }) => duplicates));
  const meta = possible_duplicates.some(({ length }) => length > 0) ? { possible_duplicates } : undefined;
  return toWholeAnswer('leads', rows.map(toBulkRow), meta);
}

/** 207 with what became of each row. */
export function partialAnswer(rows: readonly Row[]): Answer {
  return toPartialAnswer('leads', rows.map(toBulkRow));
}
