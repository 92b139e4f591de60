import type { ProblemDetail } from '@plotline/kit/core/errors';
import { isJsonObject } from '@plotline/kit/core/json-object';
import type { CheckedRow, RowCheck } from '@plotline/kit/imports/row-check';
import type { LeadHistory } from '../model/lead-history.js';
import type { LeadBody } from './lead-body.js';

/** History of a row, and the errors in it. */
export interface CheckedHistory {
  readonly history: LeadHistory;
  readonly faults: readonly ProblemDetail[];
}

const dayLength = 'YYYY-MM-DD'.length;

function toTime(text: string | null | undefined): Date | undefined {
  return typeof text === 'string' ? new Date(text) : undefined;
}

const toHistoryField = (fault: ProblemDetail) =>
  fault.field === 'last_contacted' ? { ...fault, field: 'created_at' } : fault;

/**
 * Reads the stage and the time of creation, which only imports accept. The contract checks them like the stage and the
 * other times of a change. `faults` are the errors in the row as a new lead. If none of them concerns the whole row,
 * `record` is valid JSON.
 */
export function readHistory(
  change: RowCheck<LeadBody>,
  { faults }: Pick<CheckedRow<unknown>, 'faults'>,
  record: string,
): CheckedHistory {
  if (faults.some(({ field }) => field === 'body')) return { history: {}, faults: [] };
  const sent: unknown = JSON.parse(record);
  if (!isJsonObject(sent)) return { history: {}, faults: [] };
  const given = { stage: sent['stage'] ?? undefined, last_contacted: sent['created_at'] ?? undefined };
  if (given.stage === '') given.stage = undefined;
  if (given.stage === undefined && given.last_contacted === undefined) return { history: {}, faults: [] };
  const checked = change.check(JSON.stringify(given));
  const created_at = toTime(checked.fields.last_contacted);
  const isMoment = created_at === undefined || !Number.isNaN(created_at.getTime());
  return {
    history: {
      stage: checked.fields.stage,
      created_at: isMoment ? created_at : undefined,
      isDay: checked.fields.last_contacted?.length === dayLength,
    },
    faults: [
      ...checked.faults.map(toHistoryField),
      ...(isMoment ? [] : [{ field: 'created_at', message: 'must be a valid date-time' }]),
    ],
  };
}
