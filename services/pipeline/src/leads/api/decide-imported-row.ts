import type { ProblemDetail } from '@plotline/kit/core/errors';
import { preferId, toExternalIdFault } from '@plotline/kit/core/ids';
import { merge } from '@plotline/kit/core/json-object';
import type { Step } from '@plotline/kit/imports/import-plan';
import type { Decision } from '@plotline/kit/imports/importable';
import type { Context } from '../../context.js';
import { findHolder, groupDuplicates, noDuplicates } from '../model/duplicates.js';
import { editLead } from '../model/edit-lead.js';
import { isActive, type Lead } from '../model/lead.js';
import { applyHistory, findCreationFaults, findMoveFaults } from '../model/lead-history.js';
import { getKnownMerges } from '../model/merged-lead.js';
import type { LeadRow } from './check-imported-rows.js';
import { describeSharedContact } from './duplicates.js';
import { type CheckedReferences, findUpdateFaults, type LeadBody, readFields } from './lead-body.js';
import type { PreparedLead } from './prepare-leads.js';

/** Row, with the data from the other services. */
export interface PreparedRow extends LeadRow {
  readonly prepared: PreparedLead;
  readonly references: CheckedReferences;
  /** Leads of other agents for which a unit is held. The caller may not close or reassign them. */
  readonly guarded: ReadonlySet<string>;
}

function createFromRow({ leadWriter }: Context, { command, plan, at }: Decision<Lead>, row: PreparedRow): Step<Lead> {
  const { history, faults: ofHistory } = row.told;
  const faults = [...row.prepared.faults, ...ofHistory, ...findCreationFaults(history, at)];
  if (!row.prepared.lead || faults.length > 0) return { faults };
  const lead = applyHistory(row.prepared.lead, history);
  const sharing = plan.find(row.keys);
  const [duplicates = noDuplicates] = sharing.length === 0 ? [] : groupDuplicates(sharing, [lead]);
  const holder = findHolder(duplicates);
  const [oldest] = duplicates.ids;
  const nameLead = (id: string) => plan.name('lead', id);
  if (oldest === undefined || (command.onDuplicate === 'create' && holder === undefined)) {
    return { created: lead, entries: leadWriter.describeCreation(lead) };
  }
  if (command.onDuplicate === 'return') return { kept: oldest };
  if (holder !== undefined) return { faults: [toExternalIdFault(nameLead(holder))] };
  return { faults: describeSharedContact(duplicates, nameLead) };
}

/** Returns the errors for a row that closes or reassigns a lead while another agent holds a unit for it. */
function findGuardFaults(before: Lead, after: Lead, { guarded }: PreparedRow): ProblemDetail[] {
  if (!guarded.has(before.id)) return [];
  const isClosed = before.stage !== after.stage && !isActive(after.stage);
  const isReassigned = before.assigned_agent !== after.assigned_agent;
  const message = "can't be changed, because another agent holds a unit for this lead";
  return [
    ...(isClosed ? [{ field: 'stage', message }] : []),
    ...(isReassigned ? [{ field: 'assigned_agent', message }] : []),
  ];
}

/** Returns the fields. Omits the external id if it belongs to a lead that was merged into this one. */
function withoutMergedId(before: Lead, fields: LeadBody, at: Date): LeadBody {
  const { external_id, ...others } = fields;
  const isMerged = getKnownMerges(before, at).some((merged) => merged.external_id === external_id);
  return typeof external_id === 'string' && isMerged ? others : fields;
}

function changeByRow(
  { leads }: Context,
  { at, command: { caller } }: Decision<Lead>,
  before: Lead,
  row: PreparedRow,
): Step<Lead> {
  const { change, references } = row;
  const { history, faults: ofHistory } = row.told;
  const { fields: told, faults: ofContract } = change ?? { fields: {}, faults: [] };
  const fields = withoutMergedId(before, told, at);
  const ofReferences = references.faults;
  const ofMove = [...ofHistory, ...findMoveFaults(before, history)];
  const faults = [...ofContract, ...findUpdateFaults(before, fields, { caller, ofReferences }), ...ofMove];
  if (faults.length > 0) return { faults };
  const prices = fields.interested_properties === undefined ? before.listing_prices : references.prices;
  const after = editLead(before, merge(before, { ...readFields(fields, caller), stage: history.stage }), prices, at);
  const ofGuard = findGuardFaults(before, after, row);
  if (ofGuard.length > 0) return { faults: ofGuard };
  const entries = leads.describeChange(before, after);
  if (entries.length === 0) return { kept: before.id };
  return { before, after, entries };
}

/** Decides the outcome of a row as if it had been requested after the previous rows. */
export function decideRow(context: Context, decision: Decision<Lead>, row: PreparedRow): Step<Lead> {
  const { plan } = decision;
  const { keysOfLead: keys } = row;
  const [found, ...others] = preferId(plan.find(keys), row.id);
  if (!found) return createFromRow(context, decision, row);
  if (others.length === 0) return changeByRow(context, decision, found, row);
  const field = keys[0]?.slice(0, keys[0].indexOf(':')) ?? '';
  const [first, second] = [found, ...others].map(({ id }) => plan.name('lead', id));
  return { faults: [{ field, message: `matches several leads, such as ${first} and ${second}` }] };
}
