import type { Importable, RowsCommand } from '@plotline/kit/imports/import-rows';
import { createImportable, type ImportBasis } from '@plotline/kit/imports/importable';
import type { Context } from '../../context.js';
import { getContactKeys } from '../model/duplicates.js';
import type { Lead } from '../model/lead.js';
import { checkRow, type LeadChecks, type LeadRow } from './check-imported-rows.js';
import { decideRow, type PreparedRow } from './decide-imported-row.js';
import { findGuardedLeads } from './held-lead.js';
import { checkReferences } from './lead-body.js';
import { readLeadQuota } from './lead-quota.js';
import { prepareLeads } from './prepare-leads.js';
import { allowNames, resolveLeadRows } from './resolve-lead-rows.js';

const noReferences = { faults: [], prices: [] };

/** Looks up the references of all rows with one call to each service. */
async function prepareRows(
  context: Context,
  { caller, mode }: RowsCommand,
  rows: readonly LeadRow[],
  { known, at }: ImportBasis<Lead>,
): Promise<PreparedRow[]> {
  const creations = rows.map(({ creation: { fields, faults } }) => ({ body: fields, contractFaults: faults }));
  const changes = rows.map(({ change }) => change?.fields ?? {});
  const [prepared, references, guarded] = await Promise.all([
    prepareLeads(context, caller, creations, at),
    mode === 'upsert' ? checkReferences(context, caller, changes) : [],
    findGuardedLeads(context, caller, mode === 'upsert' ? known : []),
  ]);
  return rows.map((row, place) => ({
    ...row,
    prepared: prepared[place] ?? { lead: null, faults: [] },
    references: references[place] ?? noReferences,
    guarded,
  }));
}

/** Creates the import of leads. */
export function createLeadImport(context: Context, checks: LeadChecks): Importable {
  const { leadWriter, clock } = context;
  const { creation, change } = checks;
  const rowChecks = allowNames(checks);
  return createImportable<Lead, LeadRow, PreparedRow>({
    operations: { create: [creation], upsert: [creation, change] },
    onDuplicate: ['create', 'reject', 'return'],
    clock,
    getKeys: getContactKeys,
    check: (command, record) => checkRow(rowChecks, command, record),
    resolve: (command, rows) => resolveLeadRows(context, command, rows),
    find: ({ caller }, keys) => leadWriter.findByKeys(caller, keys),
    prepare: (command, rows, basis) => prepareRows(context, command, rows, basis),
    readQuota: (caller) => readLeadQuota(context, caller),
    decide: (decision, row) => decideRow(context, decision, row),
    store: (command, records, basis, answer) => leadWriter.storeImport(command, records, basis, answer),
  });
}
