import { type ApiClient, readBody } from '../../api/client.js';
import type { UnitStatus } from '../../api/enums.js';
import { ApiProblem } from '../../api/problem.js';
import type { Failure } from '../../api/run-for-each.js';
import type { ListedUnit } from './listed-unit.js';

/** Maximum number of units that the API accepts in one request. */
const maxUnits = 1_000;

/** Returns the units that caused the error of a bulk request. Returns none if the request itself is invalid. */
function findRefused(units: readonly ListedUnit[], error: ApiProblem): Failure<ListedUnit>[] {
  const named = units.filter(({ id }) => id === error.data['unit_id']);
  if (named.length > 0) return named.map((item) => ({ item, error }));
  return error.details.flatMap(({ field, message }) => {
    const [, place] = /^unit_ids\[(\d+)\]$/.exec(field) ?? [];
    const item = place === undefined ? undefined : units[Number(place)];
    return item === undefined ? [] : [{ item, error: new ApiProblem({ ...error, message, details: [] }) }];
  });
}

/**
 * Sets the status of units. A bulk request changes all of its units or none. So after an error, it is repeated without
 * the units that caused the error. Resolves to the units that couldn't be changed.
 */
export async function setStatuses(
  api: ApiClient,
  units: readonly ListedUnit[],
  status: UnitStatus,
): Promise<Failure<ListedUnit>[]> {
  const failures: Failure<ListedUnit>[] = [];
  const queue = Array.from({ length: Math.ceil(units.length / maxUnits) }, (_, index) =>
    units.slice(index * maxUnits, (index + 1) * maxUnits),
  );
  for (let batch = queue.shift(); batch !== undefined; batch = queue.shift()) {
    try {
      const body = { unit_ids: batch.map(({ id }) => id), status };
      await readBody(api.PATCH('/v1/units/bulk/status', { body }));
    } catch (error) {
      const refused = error instanceof ApiProblem ? findRefused(batch, error) : [];
      failures.push(...(refused.length > 0 ? refused : batch.map((item) => ({ item, error }))));
      const others = batch.filter((unit) => refused.every(({ item }) => item !== unit));
      if (refused.length > 0 && others.length > 0) queue.unshift(others);
    }
  }
  return failures;
}
