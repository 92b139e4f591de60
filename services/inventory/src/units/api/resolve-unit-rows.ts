import type { RowsCommand } from '@plotline/kit/imports/import-rows';
import { mapInTurn } from '@plotline/kit/imports/importable';
import { keepReferences, NamedReferences, type ReferenceKind, type RowCheck } from '@plotline/kit/imports/row-check';
import type { Context } from '../../context.js';
import { getRowKeys, type ListingRow } from '../../listings/model/listing-row.js';
import { matchListings, toFound } from '../../listings/model/named-listings.js';
import { toNameKey } from '../../listings/store/listing-keys.js';
import type { UnitPatch } from '../model/edit-unit.js';
import type { UnitDraft } from '../model/unit.js';

export type UnitRow = ListingRow<UnitDraft, UnitPatch>;

/** Checks of the request bodies that create and change a unit. */
export interface UnitChecks {
  readonly creation: RowCheck<UnitDraft>;
  readonly change: RowCheck<UnitPatch>;
}

const propertyKind: ReferenceKind = {
  prefixes: ['prop'],
  unknown: 'must be the id, external id or name of a property of this workspace',
  describeSeveral: (count) => `is the name of ${count} properties: use the id or external id of one`,
};

const agentKind: ReferenceKind = {
  prefixes: ['agent'],
  unknown: 'must be the id, external id, email or full name of an agent of this workspace',
  describeSeveral: (count) => `is the name of ${count} agents: use the id, external id or email of one`,
};

/** Returns the checks of a row. Fields that may contain a name instead of an id have no id format. */
export function allowNames({ creation, change }: UnitChecks): UnitChecks {
  return {
    creation: {
      ...creation,
      check: (record) => keepReferences(creation.check(record), record, ['property_id', 'assigned_agent']),
    },
    change: { ...change, check: (record) => keepReferences(change.check(record), record, ['assigned_agent']) },
  };
}

/** Returns the keys of a unit's name within its property. */
export function getNameKeys({ name, property_id }: Partial<UnitDraft>): string[] {
  return name === undefined || property_id === undefined ? [] : [toNameKey(name, property_id)];
}

/** Replaces the texts that rows use for properties and agents with their ids, in one call for each kind. */
export async function resolveUnitRows(
  { properties, agents }: Pick<Context, 'properties' | 'agents'>,
  { caller, mode }: RowsCommand,
  rows: readonly UnitRow[],
): Promise<UnitRow[]> {
  const [ofProperty, ofAgent] = [new NamedReferences(propertyKind), new NamedReferences(agentKind)];
  const fields = rows.map(({ creation }) => creation.fields);
  await Promise.all([
    ofProperty.find(fields, 'property_id', async (references) => {
      const found = await properties.findNamed(caller, references);
      return references.flatMap((reference) => toFound(reference, matchListings(found, reference)));
    }),
    ofAgent.find(fields, 'assigned_agent', (references) => agents.findNamed(caller, references)),
  ]);
  return mapInTurn(rows, ({ creation, change, ...row }) => {
    const resolved = ofAgent.apply(ofProperty.apply(creation, 'property_id'), 'assigned_agent');
    return {
      ...row,
      creation: resolved,
      change: change && ofAgent.apply(change, 'assigned_agent'),
      keys: getRowKeys(resolved.fields, mode, getNameKeys),
    };
  });
}
