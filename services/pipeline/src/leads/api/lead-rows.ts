import type { BodyAnswer } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { invalid, type Problem, type ProblemDetail } from '@plotline/kit/core/errors';
import { type BulkRow, toPartialAnswer, toWholeAnswer } from '@plotline/kit/http/handler';
import type { Lead } from '../model/lead.js';
import { toLeadJson } from '../model/lead-json.js';
import { createDuplicateProblem, toFoundLeadJson } from './duplicates.js';

/**
 * Result of a row: the new lead, the lead that is returned instead, or the reason why no lead is returned. The reason
 * is the errors, the quota, or the contact shared with other leads.
 */
export type Row =
  | { readonly lead: Lead; readonly isNew: boolean; readonly duplicates: readonly string[] }
  | { readonly faults: readonly ProblemDetail[] }
  | { readonly refusal: Problem }
  | { readonly shared: readonly ProblemDetail[]; readonly duplicates: readonly string[] };

/** The ids are sent in a header, as `meta`, and the size of a header is limited. */
const maxIds = 300;

/** Returns the oldest ids of each list, at most `maxIds` in total. */
function limitIds(lists: readonly (readonly string[])[]): (readonly string[])[] {
  let maxEach = Math.max(...lists.map(({ length }) => length));
  while (lists.reduce((sum, { length }) => sum + Math.min(length, maxEach), 0) > maxIds) maxEach -= 1;
  return lists.map((ids) => ids.slice(0, maxEach));
}

function toBulkRow(row: Row, caller: Caller): BulkRow {
  if ('refusal' in row) return { problem: row.refusal };
  if ('faults' in row) return { problem: invalid(...row.faults) };
  const { duplicates } = row;
  const meta = duplicates.length > 0 ? { possible_duplicates: duplicates } : {};
  if ('shared' in row) return { problem: createDuplicateProblem(row.shared, duplicates), meta };
  const { lead, isNew } = row;
  return isNew
    ? { status: 201, data: toLeadJson(lead), meta }
    : { status: 200, data: toFoundLeadJson(lead, caller), meta };
}

/**
 * Returns 201 with all leads, or 200 if none is new. Throws the errors of all rows or, if there are none, errors that
 * name the contacts shared with other leads.
 */
export function answerWhole(rows: readonly Row[], caller: Caller): BodyAnswer {
  const shown = rows.flatMap((row) => ('lead' in row ? [row] : []));
  const possible_duplicates = limitIds(shown.map(({ duplicates }) => duplicates));
  const meta = possible_duplicates.some(({ length }) => length > 0) ? { possible_duplicates } : undefined;
  return toWholeAnswer(
    'leads',
    rows.map((row) => toBulkRow(row, caller)),
    meta,
  );
}

/** Returns 207 with the result of each row. */
export function answerPartial(rows: readonly Row[], caller: Caller): BodyAnswer {
  return toPartialAnswer(
    'leads',
    rows.map((row) => toBulkRow(row, caller)),
  );
}
