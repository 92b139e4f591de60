import { ok } from '@plotline/kit/core/answer';
import { invalid, type ProblemDetail } from '@plotline/kit/core/errors';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import type { Unit, UnitStatus } from '../model/unit.js';
import { canView, type Visibility } from '../model/visibility.js';

interface StatusBody {
  readonly unit_ids: readonly string[];
  readonly status: UnitStatus;
}

/** Returns an error for each id that isn't the id of a unit that the caller may view. */
function findUnknownIds(ids: readonly string[], found: readonly Unit[], allowed: Visibility): ProblemDetail[] {
  const known = new Set(found.filter((unit) => canView(allowed, unit)).map(({ id }) => id));
  return ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ field: `unit_ids[${index}]`, message: 'must be the id of a unit of this workspace' }],
  );
}

/** PATCH /v1/units/bulk/status */
export function updateUnitStatuses(context: Context): InspectingHandler {
  const { units } = context;
  const handle: Handler<StatusBody> = async (call) => {
    const { unit_ids, status } = call.body;
    const allowed = await context.visibilityOf(call.caller);
    await units.setStatus(call, [...new Set(unit_ids)], status, (found) => {
      const faults = findUnknownIds(unit_ids, found, allowed);
      if (faults.length > 0) throw invalid(...faults);
      for (const unit of found) assertIfMatch(call.header, unit);
    });
    return ok(unit_ids.map((id) => ({ id, status })));
  };
  const inspect = async ({ caller, body: { unit_ids = [] } }: Call<Partial<StatusBody>>) => {
    const found = await units.getMany(caller, [...new Set(unit_ids)]);
    return findUnknownIds(unit_ids, found, await context.visibilityOf(caller, found));
  };
  return { handle, inspect };
}
