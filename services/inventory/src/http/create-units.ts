import { wholeFaults } from '@plotline/kit/contract/faults';
import { invalid } from '@plotline/kit/errors';
import { type BulkRow, toPartialAnswer, toWholeAnswer } from '@plotline/kit/http/bulk-answer';
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

function toBulkRow({ unit, faults }: PreparedUnit): BulkRow {
  return unit ? { status: 201, data: unitJson(unit) } : { problem: invalid(...faults) };
}

/** POST /v1/units/bulk */
export function createUnits(context: Context): InspectingHandler {
  const handle: Handler<Body, Query> = async (call) => {
    const { caller, body, query, rowFaults } = call;
    let rows = await prepareUnits(context, caller, body.units, rowFaults);
    for (;;) {
      const answer = (query.partial ? toPartialAnswer : toWholeAnswer)('units', rows.map(toBulkRow));
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
