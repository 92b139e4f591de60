import { type ApiClient, readBody } from '../../../api/client.js';
import { describeError, type FieldProblem } from '../../../api/problem.js';
import { retryAfterLimit } from '../../../api/run-for-each.js';
import { toLabel } from '../../../ui/format/label.js';
import type { GeneratorValues } from './generator-values.js';
import { type PlannedUnit, toNewUnit } from './plan-units.js';

/** Maximum number of units that the API accepts in one request. */
const maxBatch = 100;

/** Unit that the API refused, with the reason in words. */
export interface RefusedUnit {
  readonly unit: PlannedUnit;
  readonly reason: string;
}

interface Creation {
  readonly propertyId: string;
  readonly values: GeneratorValues;
  readonly units: readonly PlannedUnit[];
}

/** Describes the errors of a row, such as `Price amount must be at most …`. */
export function describeFaults(details: readonly FieldProblem[]): string {
  return details
    .map(({ field, message }) => `${toLabel(field.replaceAll(/[._]+/g, '_'))} ${message}`)
    .join('; ')
    .concat('.');
}

/**
 * Creates units in batches. Each row is created or refused on its own. If a request fails, the units of its batch and
 * of all later batches count as refused. A retry can't create a unit twice, because the same request keeps its
 * Idempotency-Key.
 */
export async function createPlanned(
  api: ApiClient,
  { propertyId, values, units }: Creation,
  onProgress: (done: number) => void,
): Promise<readonly RefusedUnit[]> {
  const refused: RefusedUnit[] = [];
  for (let start = 0; start < units.length; start += maxBatch) {
    const batch = units.slice(start, start + maxBatch);
    const body = { units: batch.map((unit) => toNewUnit(propertyId, values, unit)) };
    try {
      await retryAfterLimit(async () => {
        const params = { query: { partial: true } };
        const { data } = await readBody(api.POST('/v1/units/bulk', { params, body }));
        for (const row of data) {
          const unit = 'error' in row ? batch[row.index] : undefined;
          if (unit && 'error' in row) refused.push({ unit, reason: describeFaults(row.error.details) });
        }
      });
    } catch (error) {
      const rest = units.slice(start).map((unit) => ({ unit, reason: describeError(error) }));
      return [...refused, ...rest];
    }
    onProgress(Math.min(start + maxBatch, units.length));
  }
  return refused;
}
