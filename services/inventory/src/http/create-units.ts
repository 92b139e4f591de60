import { wholeFaults } from '@plotline/kit/contract/faults';
import { invalid } from '@plotline/kit/errors';
import { type Answer, created } from '@plotline/kit/http/answer';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import type { UnitDraft } from '../domain/unit.js';
import { type PreparedUnit, prepareUnits, rowReferenceFaults, withoutProperties } from './prepare-units.js';
import { unitJson } from './unit-json.js';

interface Body {
  readonly units: readonly UnitDraft[];
}

interface Query {
  readonly partial: boolean;
}

/** 201 with all units; throws VALIDATION_ERROR with the faults of all rows when there is one. */
function wholeAnswer(rows: readonly PreparedUnit[]): Answer {
  const faults = wholeFaults('units', new Map(rows.map((row, index) => [index, row.faults])));
  if (faults.length > 0) throw invalid(...faults);
  return created(rows.flatMap(({ unit }) => (unit ? [unitJson(unit)] : [])));
}

/** 207 with what became of each row. */
function partialAnswer(rows: readonly PreparedUnit[]): Answer {
  const body = rows.map(({ unit, faults }, index) => {
    if (unit) return { index, status: 201, data: unitJson(unit) };
    // A row that is no object has no field to name.
    const named = faults.map((fault) => (fault.field === 'body' ? { ...fault, field: `units[${index}]` } : fault));
    const { code, message, details, status } = invalid(...named);
    return { index, status, error: { code, message, details } };
  });
  return { status: 207, body };
}

/** POST /v1/units/bulk */
export function createUnits(context: Context): InspectingHandler {
  const handle: Handler<Body, Query> = async (call) => {
    const { caller, body, query, rowFaults } = call;
    let rows = await prepareUnits(context, caller, body.units, rowFaults);
    for (;;) {
      const answer = query.partial ? partialAnswer(rows) : wholeAnswer(rows);
      const units = rows.flatMap(({ unit }) => unit ?? []);
      const gone = await context.units.add(call, units, answer);
      if (gone.length === 0) return answer;
      rows = withoutProperties(rows, gone);
    }
  };
  const inspect = async ({ caller, body: { units = [] }, rowFaults }: Call<Partial<Body>>) => {
    const found = await rowReferenceFaults(context, caller, units, rowFaults);
    return wholeFaults('units', new Map(found.entries()));
  };
  return { handle, inspect };
}
