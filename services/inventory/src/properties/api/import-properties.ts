import { invalid } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { merge } from '@plotline/kit/core/json-object';
import type { Step } from '@plotline/kit/imports/import-plan';
import type { Importable } from '@plotline/kit/imports/import-rows';
import { createImportable, type Decision } from '@plotline/kit/imports/importable';
import type { RowCheck } from '@plotline/kit/imports/row-check';
import type { Context } from '../../context.js';
import { checkListingRow, decideListingRow, type ListingRow } from '../../listings/model/listing-row.js';
import { getListingKeys, toNameKey } from '../../listings/store/listing-keys.js';
import { readListingQuota } from '../../listings/work/listing-quota.js';
import { type UnitCounter, zeroCounter } from '../../units/model/unit-counter.js';
import {
  createProperty,
  editProperty,
  findPriceAmountFaults,
  findPropertyFaults,
  type Property,
  type PropertyDraft,
  type PropertyPatch,
} from '../model/property.js';
import { toPropertyChangedEntries, toPropertyCreatedEntry } from '../store/property-entries.js';
import { toPropertyJson } from './property-json.js';

type Row = ListingRow<PropertyDraft, PropertyPatch>;

/** Row, and the counters of the properties that it may change. The events contain the counters. */
interface PreparedRow extends Row {
  readonly counters: ReadonlyMap<string, UnitCounter>;
}

function isComplete(fields: Partial<PropertyDraft>): fields is PropertyDraft {
  const { name, type, status, location } = fields;
  return [name, type, status, location].every((value) => value !== undefined);
}

function createByRow({ command, at }: Decision<Property>, { creation }: PreparedRow): Step<Property> {
  const { fields, faults: ofContract } = creation;
  const { currency } = command.caller;
  const faults = [...ofContract, ...findPropertyFaults(fields), ...findPriceAmountFaults(fields, { currency })];
  if (faults.length > 0 || !isComplete(fields)) return { faults };
  const property = createProperty(fields, newId('prop'), { now: at, currency });
  return { created: property, entries: [toPropertyCreatedEntry(property, toPropertyJson)] };
}

function changeByRow(
  { command, at }: Decision<Property>,
  before: Property,
  { change, counters }: PreparedRow,
): Step<Property> {
  const { fields = {}, faults: ofContract = [] } = change ?? {};
  const merged = merge(before, fields);
  const options = { now: at, currency: command.caller.currency, known: before };
  const faults = [...ofContract, ...findPropertyFaults(merged, fields), ...findPriceAmountFaults(merged, options)];
  if (faults.length > 0) throw invalid(...faults);
  const after = editProperty(merged, options);
  const counter = counters.get(before.id) ?? zeroCounter;
  const entries = toPropertyChangedEntries({ before, after, counter }, toPropertyJson);
  return entries.length === 0 ? { kept: before.id } : { before, after, entries };
}

/** Checks of the request bodies that create and change a property. */
interface PropertyChecks {
  readonly creation: RowCheck<PropertyDraft>;
  readonly change: RowCheck<PropertyPatch>;
}

/** Creates the import of properties. */
export function createPropertyImport(context: Context, checks: PropertyChecks): Importable {
  const { properties, counters, clock } = context;
  const getNameKeys = ({ name }: Partial<PropertyDraft>) => (name === undefined ? [] : [toNameKey(name)]);
  return createImportable<Property, Row, PreparedRow>({
    operations: { create: [checks.creation], upsert: [checks.creation, checks.change] },
    onDuplicate: [],
    clock,
    getKeys: getListingKeys,
    check: ({ mode }, record) => checkListingRow(checks, mode, record, getNameKeys),
    find: ({ caller }, keys) => properties.findByKeys(caller, keys),
    readQuota: (caller) => readListingQuota(context, caller, 'properties'),
    prepare: async ({ caller, mode }, rows, { known }) => {
      const ids = mode === 'upsert' ? known.map(({ id }) => id) : [];
      const ofKnown = await counters.getMany(caller, ids);
      return rows.map((row) => ({ ...row, counters: ofKnown }));
    },
    decide: (decision, row) =>
      decideListingRow(decision.plan, row, {
        kind: 'property',
        create: () => createByRow(decision, row),
        change: (before) => changeByRow(decision, before, row),
      }),
    store: (command, records, basis, answer) => properties.storeImport(command, records, basis, answer),
  });
}
