import type { RowsCommand } from '@plotline/kit/imports/import-rows';
import { mapInTurn } from '@plotline/kit/imports/importable';
import { keepReferences, NamedReferences, type ReferenceKind } from '@plotline/kit/imports/row-check';
import type { Context } from '../../context.js';
import type { LeadChecks, LeadRow } from './check-imported-rows.js';

const agentKind: ReferenceKind = {
  prefixes: ['agent'],
  unknown: 'must be the id, external id, email or full name of an agent of this workspace',
  describeSeveral: (count) => `is the name of ${count} agents: use the id, external id or email of one`,
};

const listingKind: ReferenceKind = {
  prefixes: ['prop', 'unit'],
  unknown: 'must be the id, external id or name of a property or unit of this workspace, or property/unit number',
  describeSeveral: (count) => `is the name of ${count} properties or units: use the id or external id of one`,
};

const named = ['assigned_agent', 'interested_properties'] as const;

/** Returns the checks, but accepts names instead of ids in the fields that may contain names. */
export function allowNames({ creation, change }: LeadChecks): LeadChecks {
  return {
    creation: { ...creation, check: (record) => keepReferences(creation.check(record), record, named) },
    change: { ...change, check: (record) => keepReferences(change.check(record), record, named) },
  };
}

/** Replaces texts that refer to agents and listings with the ids of these records. Makes one call to each service. */
export async function resolveLeadRows(
  { agents, listings }: Pick<Context, 'agents' | 'listings'>,
  { caller }: RowsCommand,
  rows: readonly LeadRow[],
): Promise<LeadRow[]> {
  const [ofAgent, ofListing] = [new NamedReferences(agentKind), new NamedReferences(listingKind)];
  const fields = rows.map(({ creation }) => creation.fields);
  await Promise.all([
    ofAgent.find(fields, 'assigned_agent', (references) => agents.findNamed(caller, references)),
    ofListing.find(fields, 'interested_properties', (references) => listings.findNamed(caller, references)),
  ]);
  return mapInTurn(rows, ({ creation, change, ...row }) => ({
    ...row,
    creation: ofListing.apply(ofAgent.apply(creation, 'assigned_agent'), 'interested_properties'),
    change: change && ofListing.apply(ofAgent.apply(change, 'assigned_agent'), 'interested_properties'),
  }));
}
