import { unavailable } from '@plotline/kit/errors';
import type { Answer } from '@plotline/kit/http/answer';
import type { Importable, RowsCommand } from '@plotline/kit/imports/import-rows';
import { toRowsAnswer } from '@plotline/kit/imports/row-results';
import { retryOnConflict } from '@plotline/kit/mongo/retry-on-conflict';
import type { Context } from '../context.js';
import type { Lead } from '../domain/lead.js';
import { checkReferences } from '../http/lead-body.js';
import { prepareLeads } from '../http/prepare-leads.js';
import { checkRow, type LeadChecks, type LeadRow } from './check-rows.js';
import { decideRow, type PreparedRow } from './decide-row.js';
import { ImportPlan } from './import-plan.js';

const noReferences = { faults: [], prices: [] };

/** Asks the other services about all rows at once. */
async function prepareRows(
  context: Context,
  { caller, mode }: RowsCommand,
  rows: readonly LeadRow[],
  at: Date,
): Promise<PreparedRow[]> {
  const creations = rows.map(({ creation: { fields, faults } }) => ({ body: fields, contractFaults: faults }));
  const changes = rows.map(({ change }) => change?.fields ?? {});
  const [prepared, references] = await Promise.all([
    prepareLeads(context, caller, creations, at),
    mode === 'upsert' ? checkReferences(context, caller, changes) : [],
  ]);
  return rows.map((row, place) => ({
    ...row,
    prepared: prepared[place] ?? { lead: null, faults: [] },
    references: references[place] ?? noReferences,
  }));
}

/** Not before the last change of a lead that the rows may change. */
function toTime(now: Date, stored: readonly Lead[]): Date {
  return new Date(stored.reduce((time, { updated_at }) => Math.max(time, updated_at.getTime()), now.getTime()));
}

/** Decides on the rows and stores what comes of it. Throws VersionConflict when a lead that decided was stored or changed meanwhile. */
async function importOnce(context: Context, command: RowsCommand, rows: readonly LeadRow[]): Promise<Answer> {
  const { caller, isDryRun } = command;
  const keys = [...new Set(rows.flatMap((row) => row.keys))];
  const stored = await context.leadWriter.findByKeys(caller, keys);
  const at = toTime(context.clock(), stored);
  const plan = new ImportPlan(stored);
  for (const row of await prepareRows(context, command, rows, at)) {
    plan.add(row, decideRow({ context, command, plan, at }, row));
  }
  const answer = toRowsAnswer(plan.getResults(isDryRun));
  const leads = plan.toImportedLeads();
  if (isDryRun || leads.entries.length === 0) return answer;
  await context.leadWriter.storeImport(command, leads, { known: stored, at }, answer);
  return answer;
}

/** The import of leads. */
export function createLeadImport(context: Context, checks: LeadChecks): Importable {
  const { creation, change } = checks;
  return {
    operations: { create: [creation], upsert: [creation, change] },
    onDuplicate: ['create', 'reject', 'return'],
    importRows: (command, records) => {
      const rows = records.map((record) => checkRow(checks, command, record));
      return retryOnConflict(() => importOnce(context, command, rows), {
        exhausted: () => unavailable('The leads of the rows are being changed by many at once; try again.'),
      });
    },
  };
}
