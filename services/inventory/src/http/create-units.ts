import { answering, type Caller } from '@plotline/kit/caller';
import type { RowFaults } from '@plotline/kit/contract/validator';
import { invalid, type ProblemDetail } from '@plotline/kit/errors';
import { type Answer, created } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import { newId } from '@plotline/kit/ids';
import type { Context } from '../context.js';
import { createUnit, type Unit, type UnitDraft } from '../domain/unit.js';
import { missingReferences } from './check-references.js';
import { unitJson } from './unit-json.js';

interface Query {
  readonly partial: boolean;
}

/** What becomes of a row: a unit to store, or faults with the fields of the row. */
interface PreparedRow {
  readonly unit: Unit | null;
  readonly faults: readonly ProblemDetail[];
}

/** Makes units of the rows that the contract found no fault with and whose references hold. */
async function prepare(
  context: Context,
  caller: Caller,
  rows: readonly UnitDraft[],
  shapeFaults: RowFaults,
): Promise<PreparedRow[]> {
  const sound = rows.map((draft, index) => (shapeFaults.has(index) ? {} : draft));
  const missing = await missingReferences(context, caller, sound);
  const now = context.clock();
  return rows.map((draft, index) => {
    const faults = [...(shapeFaults.get(index) ?? []), ...(missing[index] ?? [])];
    return { unit: faults.length > 0 ? null : createUnit(draft, newId('unit'), now), faults };
  });
}

/** 201 with all units; throws VALIDATION_ERROR with the faults of all rows when there is one. */
function wholeAnswer(rows: readonly PreparedRow[]): Answer {
  const faults = rows.flatMap((row, index) =>
    row.faults.map(({ field, message }) => ({ field: `units[${index}].${field}`, message })),
  );
  if (faults.length > 0) throw invalid(...faults);
  return created(rows.flatMap(({ unit }) => (unit ? [unitJson(unit)] : [])));
}

/** 207 with what became of each row. */
function partialAnswer(rows: readonly PreparedRow[]): Answer {
  const body = rows.map(({ unit, faults }, index) => {
    if (unit) return { index, status: 201, data: unitJson(unit) };
    const { code, message, details, status } = invalid(...faults);
    return { index, status, error: { code, message, details } };
  });
  return { status: 207, body };
}

/** POST /v1/units/bulk */
export function createUnits(context: Context): Handler<{ readonly units: readonly UnitDraft[] }, Query> {
  return async ({ caller, body, query, rowFaults }) => {
    const rows = await prepare(context, caller, body.units, rowFaults);
    const answer = query.partial ? partialAnswer(rows) : wholeAnswer(rows);
    const units = rows.flatMap(({ unit }) => unit ?? []);
    await context.units.add(answering(caller, answer), units);
    return answer;
  };
}
