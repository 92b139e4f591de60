import { type ApiClient, readBody } from '../../api/client.js';
import type { UnitStatus, UnitVisibility } from '../../api/enums.js';
import { type Failure, runForEach } from '../../api/run-for-each.js';
import type { ListedUnit } from './listed-unit.js';
import { setStatuses } from './set-statuses.js';

/** A change of many units. */
export interface BulkChange {
  /** Describes the change, such as `Set to reserved`. */
  readonly label: string;
  /** Returns the changed unit, which the screen shows before the server confirms it. */
  readonly apply: (unit: ListedUnit) => ListedUnit;
  /** Resolves to the units that couldn't be changed. */
  readonly run: (
    units: readonly ListedUnit[],
    onProgress: (done: number) => void,
  ) => Promise<readonly Failure<ListedUnit>[]>;
}

export function createStatusChange(api: ApiClient, status: UnitStatus, label: string): BulkChange {
  return { label, apply: (unit) => ({ ...unit, status }), run: (units) => setStatuses(api, units, status) };
}

/** Lists and bulk changes return no entity tags, so the change applies to any version of a unit. */
const anyVersion = { 'If-Match': '*' };

export function createVisibilityChange(api: ApiClient, visibility: UnitVisibility, label: string): BulkChange {
  const change = async ({ id }: ListedUnit) => {
    const params = { path: { id }, header: anyVersion };
    await readBody(api.PUT('/v1/units/{id}', { params, body: { visibility } }));
  };
  return {
    label,
    apply: (unit) => ({ ...unit, visibility }),
    run: (units, onProgress) => runForEach(units, change, onProgress),
  };
}

/** Sends final amounts instead of a percentage, so that a retry doesn't raise a price twice. */
export function createPriceChange(api: ApiClient, amounts: ReadonlyMap<string, number>, label: string): BulkChange {
  const getNewPrice = ({ id, price }: ListedUnit) => ({ ...price, amount: amounts.get(id) ?? price.amount });
  const change = async (unit: ListedUnit) => {
    const params = { path: { id: unit.id }, header: anyVersion };
    await readBody(api.PUT('/v1/units/{id}', { params, body: { price: getNewPrice(unit) } }));
  };
  return {
    label,
    apply: (unit) => ({ ...unit, price: getNewPrice(unit) }),
    run: (units, onProgress) => runForEach(units, change, onProgress),
  };
}
