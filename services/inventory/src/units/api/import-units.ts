import { invalid, type ProblemDetail } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { merge } from '@plotline/kit/core/json-object';
import type { Step } from '@plotline/kit/imports/import-plan';
import type { Importable, RowsCommand } from '@plotline/kit/imports/import-rows';
import { createImportable, type Decision } from '@plotline/kit/imports/importable';
import { diff } from '@plotline/kit/store/journal/entry';
import type { Context } from '../../context.js';
import { checkListingRow, decideListingRow } from '../../listings/model/listing-row.js';
import { getListingKeys } from '../../listings/store/listing-keys.js';
import { readListingQuota } from '../../listings/work/listing-quota.js';
import { editUnit, findChangeFaults } from '../model/edit-unit.js';
import { isHoldDue } from '../model/held-unit.js';
import { createUnit, findPriceFaults, type Unit, type UnitDraft } from '../model/unit.js';
import { toUnitChangedEntry, toUnitCreatedEntry } from '../store/unit-entries.js';
import { findReferenceFaults } from './check-references.js';
import { allowNames, getNameKeys, resolveUnitRows, type UnitChecks, type UnitRow } from './resolve-unit-rows.js';
import { toUnitJson } from './unit-json.js';

interface PreparedRow extends UnitRow {
  readonly referenceFaults: readonly ProblemDetail[];
}

const description = { type: 'field_update', description: 'The unit was changed.' } as const;

function isComplete(fields: Partial<UnitDraft>): fields is UnitDraft {
  const { property_id, name, price, status, visibility } = fields;
  return [property_id, name, price, status, visibility].every((value) => value !== undefined);
}

function createByRow({ creation, referenceFaults }: PreparedRow, at: Date): Step<Unit> {
  const { fields, faults: ofContract } = creation;
  const faults = [...ofContract, ...findPriceFaults(fields.price), ...referenceFaults];
  if (faults.length > 0 || !isComplete(fields)) return { faults };
  const unit = createUnit(fields, newId('unit'), at);
  return { created: unit, entries: [toUnitCreatedEntry(unit, toUnitJson)] };
}

/**
 * Returns an error if a row changes the currency of a held unit, because the import doesn't read the deposits of holds.
 */
function findCurrencyFaults({ hold, price }: Unit, merged: Pick<Unit, 'price'>): ProblemDetail[] {
  if (!hold || price.currency === merged.price.currency) return [];
  return [{ field: 'price.currency', message: "can't be changed by an import while a lead holds the unit" }];
}

function changeByRow(before: Unit, { change, referenceFaults }: PreparedRow, at: Date): Step<Unit> {
  const { fields = {}, faults: ofContract = [] } = change ?? {};
  const ofAgent = referenceFaults.filter(({ field }) => field === 'assigned_agent');
  const merged = merge(before, fields);
  const ofChange = [...findChangeFaults(before, merged, fields, ofAgent), ...findCurrencyFaults(before, merged)];
  const faults = [...ofContract, ...ofChange];
  if (faults.length > 0) throw invalid(...faults);
  const after = editUnit(before, merged, at);
  if (Object.keys(diff(before, after)).length === 0) return { kept: before.id };
  return { before, after, entries: [toUnitChangedEntry(before, after, description, toUnitJson)] };
}

async function prepareRows(
  context: Context,
  { caller }: RowsCommand,
  rows: readonly UnitRow[],
): Promise<PreparedRow[]> {
  const bodies = rows.map(({ creation }) => creation.fields);
  const faults = await findReferenceFaults(context, caller, bodies);
  return rows.map((row, place) => ({ ...row, referenceFaults: faults[place] ?? [] }));
}

/** Creates the import of units. */
export function createUnitImport(context: Context, checks: UnitChecks): Importable {
  const { units, expireHolds, clock } = context;
  const rowChecks = allowNames(checks);
  return createImportable<Unit, UnitRow, PreparedRow>({
    operations: { create: [checks.creation], upsert: [checks.creation, checks.change] },
    onDuplicate: [],
    clock,
    getKeys: getListingKeys,
    check: ({ mode }, record) => checkListingRow(rowChecks, mode, record, getNameKeys),
    resolve: (command, rows) => resolveUnitRows(context, command, rows),
    find: async ({ caller }, keys) => {
      const found = await units.findByKeys(caller, keys);
      const due = found.filter((unit) => isHoldDue(unit, clock())).map(({ id }) => id);
      if (due.length === 0) return found;
      await expireHolds(caller, due);
      return units.findByKeys(caller, keys);
    },
    prepare: (command, rows) => prepareRows(context, command, rows),
    readQuota: (caller) => readListingQuota(context, caller, 'units'),
    decide: (decision: Decision<Unit>, row) =>
      decideListingRow(decision.plan, row, {
        kind: 'unit',
        create: () => createByRow(row, decision.at),
        change: (before) => changeByRow(before, row, decision.at),
      }),
    store: (command, records, basis, answer) => units.storeImport(command, records, basis, answer),
  });
}
