import { withHeaders } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { invalid, type Problem, type ProblemDetail } from '@plotline/kit/core/errors';
import { isExternalIdInUse, newId, toExternalIdFault } from '@plotline/kit/core/ids';
import { findRoom, type QuotaUse, quotaReached, toQuotaHeaders } from '@plotline/kit/core/quota';
import { pickValidFields, type RowFaults, toBodyFaults } from '@plotline/kit/http/contract/faults';
import {
  type BulkRow,
  type Call,
  type Handler,
  type InspectingHandler,
  toPartialAnswer,
  toWholeAnswer,
} from '@plotline/kit/http/handler';
import { retryOnConflict, VersionConflict } from '@plotline/kit/store/records/guarded-update';
import type { Context } from '../../context.js';
import { readListingQuota } from '../../listings/work/listing-quota.js';
import { createUnit, findPriceFaults, type Unit, type UnitDraft } from '../model/unit.js';
import { findReferenceFaults, unknownProperty } from './check-references.js';
import { toUnitJson } from './unit-json.js';

interface Body {
  readonly units: readonly UnitDraft[];
}

interface Query {
  readonly partial: boolean;
}

/** Outcome of a row: a unit to store, or errors whose field names are relative to the row. */
interface CheckedRow {
  readonly unit: Unit | null;
  readonly faults: readonly ProblemDetail[];
  /** Set when the unit doesn't fit into the quota. */
  readonly refusal?: Problem;
}

/** Finds errors that the contract can't find. Checks only fields that are valid under the contract. */
async function findRowFaults(
  context: Context,
  caller: Caller,
  rows: readonly UnitDraft[],
  shapeFaults: RowFaults,
): Promise<ProblemDetail[][]> {
  const sound = rows.map((draft, index) => pickValidFields(draft, shapeFaults.get(index) ?? []));
  const ofReferences = await findReferenceFaults(context, caller, sound);
  return sound.map(({ price }, index) => [...findPriceFaults(price), ...(ofReferences[index] ?? [])]);
}

/** Creates units from the rows without errors. Stores nothing. */
async function checkRows(
  context: Context,
  caller: Caller,
  rows: readonly UnitDraft[],
  shapeFaults: RowFaults,
): Promise<CheckedRow[]> {
  const furtherFaults = await findRowFaults(context, caller, rows, shapeFaults);
  const now = context.clock();
  return rows.map((draft, index) => {
    const faults = [...(shapeFaults.get(index) ?? []), ...(furtherFaults[index] ?? [])];
    return { unit: faults.length > 0 ? null : createUnit(draft, newId('unit'), now), faults };
  });
}

/** Adds an error to each row whose property no longer exists. */
function rejectUnitsOf(missingProperties: readonly string[], rows: readonly CheckedRow[]): CheckedRow[] {
  return rows.map((row) =>
    row.unit && missingProperties.includes(row.unit.property_id) ? { unit: null, faults: [unknownProperty] } : row,
  );
}

function toBulkRow({ unit, faults, refusal }: CheckedRow): BulkRow {
  if (refusal) return { problem: refusal };
  return unit ? { status: 201, data: toUnitJson(unit) } : { problem: invalid(...faults) };
}

/** Adds an error to each row whose external id another unit or an earlier row has. */
async function rejectTakenExternalIds(
  { units }: Context,
  caller: Caller,
  rows: readonly CheckedRow[],
): Promise<CheckedRow[]> {
  const found = await units.findByExternalIds(
    caller,
    rows.flatMap(({ unit }) => unit?.external_id ?? []),
  );
  const holders = new Map(found.map(({ id, external_id }) => [external_id, `the unit ${id}`]));
  return rows.map((row, index) => {
    const externalId = row.unit?.external_id;
    if (externalId === undefined) return row;
    const holder = holders.get(externalId);
    if (holder !== undefined) return { unit: null, faults: [toExternalIdFault(holder)] };
    holders.set(externalId, `units[${index}]`);
    return row;
  });
}

/** Refuses the units that exceed the quota, in the order of the rows. */
function refuseBeyond(quota: QuotaUse, rows: readonly CheckedRow[]): CheckedRow[] {
  let room = findRoom(quota);
  return rows.map((row) => {
    if (!row.unit) return row;
    room -= 1;
    return room < 0 ? { unit: null, faults: [], refusal: quotaReached(quota) } : row;
  });
}

/** Returns whether an external id was taken, or a property was deleted, after the rows were checked. */
const isOutdated = (error: unknown) => error instanceof VersionConflict || isExternalIdInUse(error);

/** POST /v1/units/bulk */
export function createUnits(context: Context): InspectingHandler {
  const handle: Handler<Body, Query> = async (call) => {
    const { caller, body, query, rowFaults } = call;
    let rows = await checkRows(context, caller, body.units, rowFaults);
    const attempt = async () => {
      const quota = await readListingQuota(context, caller, 'units');
      rows = refuseBeyond(quota, await rejectTakenExternalIds(context, caller, rows));
      const units = rows.flatMap(({ unit }) => unit ?? []);
      const told = (query.partial ? toPartialAnswer : toWholeAnswer)('units', rows.map(toBulkRow));
      const answer = withHeaders(told, toQuotaHeaders(quota, units.length));
      const missing = await context.units.add(call, units, answer);
      if (missing.length === 0) return answer;
      rows = rejectUnitsOf(missing, rows);
      throw new VersionConflict();
    };
    return retryOnConflict(attempt, { isConflict: isOutdated });
  };
  const inspect = async ({ caller, body: { units = [] }, rowFaults }: Call<Partial<Body>>) => {
    const found = await findRowFaults(context, caller, units, rowFaults);
    return toBodyFaults('units', new Map(found.entries()));
  };
  return { handle, inspect };
}
