import { invalid, type ProblemDetail } from '@plotline/kit/errors';
import { ok } from '@plotline/kit/http/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { type Sight, sees } from '../domain/sight.js';
import type { Unit, UnitStatus } from '../domain/unit.js';

interface StatusBody {
  readonly unit_ids: readonly string[];
  readonly status: UnitStatus;
}

/** A row for each id that is not among the units which the caller sees. */
function unknownIds(ids: readonly string[], found: readonly Unit[], sight: Sight): ProblemDetail[] {
  const known = new Set(found.filter((unit) => sees(sight, unit)).map(({ id }) => id));
  return ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ field: `unit_ids[${index}]`, message: 'must be the id of a unit of this workspace' }],
  );
}

/** PATCH /v1/units/bulk/status */
export function setUnitStatus({ units, clock, sightOf }: Context): InspectingHandler {
  const handle: Handler<StatusBody> = async (call) => {
    const { unit_ids, status } = call.body;
    const sight = await sightOf(call.caller);
    await units.setStatus(call, [...new Set(unit_ids)], { status, now: clock() }, (found) => {
      const faults = unknownIds(unit_ids, found, sight);
      if (faults.length > 0) throw invalid(...faults);
      for (const unit of found) assertIfMatch(call.header, unit);
    });
    return ok(unit_ids.map((id) => ({ id, status })));
  };
  const inspect = async ({ caller, body: { unit_ids = [] } }: Call<Partial<StatusBody>>) => {
    const found = await units.getMany(caller, [...new Set(unit_ids)]);
    return unknownIds(unit_ids, found, await sightOf(caller, found));
  };
  return { handle, inspect };
}
