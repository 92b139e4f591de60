import { type ApiClient, answerOf } from '../../api/client.js';
import type { ListedUnit, UnitStatus, UnitVisibility } from './listed-unit.js';
import { type Failure, runForEach } from './run-for-each.js';
import { setStatuses } from './set-statuses.js';

/** A change of many units that was begun. */
export interface BulkChange {
  /** What is done, such as `Set to reserved`. */
  readonly label: string;
  /** The fields of a unit as the change leaves them; shown before the server has said so. */
  readonly apply: (unit: ListedUnit) => ListedUnit;
  /** Resolves to the units that were refused. */
  readonly run: (
    units: readonly ListedUnit[],
    onProgress: (done: number) => void,
  ) => Promise<readonly Failure<ListedUnit>[]>;
}

export function createStatusChange(api: ApiClient, status: UnitStatus, label: string): BulkChange {
  return { label, apply: (unit) => ({ ...unit, status }), run: (units) => setStatuses(api, units, status) };
}

/** A unit may have been read before a change in bulk, which tells no tags: any version is changed. */
const anyVersion = { 'If-Match': '*' };

export function createVisibilityChange(api: ApiClient, visibility: UnitVisibility, label: string): BulkChange {
  const change = async ({ id }: ListedUnit) => {
    const params = { path: { id }, header: anyVersion };
    await answerOf(api.PUT('/v1/units/{id}', { params, body: { visibility } }));
  };
  return {
    label,
    apply: (unit) => ({ ...unit, visibility }),
    run: (units, onProgress) => runForEach(units, change, onProgress),
  };
}

/** The new amounts are decided once, so that a repeated change does not raise a price twice. */
export function createPriceChange(api: ApiClient, amounts: ReadonlyMap<string, number>, label: string): BulkChange {
  const priceOf = ({ id, price }: ListedUnit) => ({ ...price, amount: amounts.get(id) ?? price.amount });
  const change = async (unit: ListedUnit) => {
    const params = { path: { id: unit.id }, header: anyVersion };
    await answerOf(api.PUT('/v1/units/{id}', { params, body: { price: priceOf(unit) } }));
  };
  return {
    label,
    apply: (unit) => ({ ...unit, price: priceOf(unit) }),
    run: (units, onProgress) => runForEach(units, change, onProgress),
  };
}
