import { invalid } from '@plotline/kit/errors';
import { ok } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { type Sight, sees } from '../domain/sight.js';
import type { Unit, UnitStatus } from '../domain/unit.js';

interface StatusBody {
  readonly unit_ids: readonly string[];
  readonly status: UnitStatus;
}

/** Throws VALIDATION_ERROR with a row for each id that is not among the units which the caller sees. */
function assertAllFound(ids: readonly string[], found: readonly Unit[], sight: Sight): void {
  const known = new Set(found.filter((unit) => sees(sight, unit)).map(({ id }) => id));
  const faults = ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ field: `unit_ids[${index}]`, message: 'must be the id of a unit of this workspace' }],
  );
  if (faults.length > 0) throw invalid(...faults);
}

/** PATCH /v1/units/bulk/status */
export function setUnitStatus({ units, clock, sightOf }: Context): Handler<StatusBody> {
  return async ({ caller, body: { unit_ids, status } }) => {
    const sight = await sightOf(caller);
    await units.setStatus(caller, [...new Set(unit_ids)], { status, now: clock() }, (found) =>
      assertAllFound(unit_ids, found, sight),
    );
    return ok(unit_ids.map((id) => ({ id, status })));
  };
}
