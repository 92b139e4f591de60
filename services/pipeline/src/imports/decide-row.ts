import { toExternalIdFault } from '@plotline/kit/external-id';
import type { RowsCommand } from '@plotline/kit/imports/import-rows';
import { merge } from '@plotline/kit/merge';
import type { Context } from '../context.js';
import { findHolder, groupDuplicates, noDuplicates } from '../domain/duplicates.js';
import { editLead } from '../domain/edit-lead.js';
import type { Lead } from '../domain/lead.js';
import { describeSharedContact } from '../http/duplicates.js';
import { type CheckedReferences, parseTimestamps } from '../http/lead-body.js';
import type { PreparedLead } from '../http/prepare-leads.js';
import { findUpdateFaults } from '../http/update-faults.js';
import { getKeysOfLead, type LeadRow } from './check-rows.js';
import type { ImportPlan, Step } from './import-plan.js';

/** A row with what the other services say about it. */
export interface PreparedRow extends LeadRow {
  readonly prepared: PreparedLead;
  readonly references: CheckedReferences;
}

interface Decision {
  readonly context: Pick<Context, 'leads' | 'leadWriter'>;
  readonly command: Pick<RowsCommand, 'onDuplicate'>;
  readonly plan: ImportPlan;
  readonly at: Date;
}

function createFromRow({ context, command, plan }: Decision, row: PreparedRow): Step {
  const { lead, faults } = row.prepared;
  if (!lead) return { faults };
  const sharing = plan.find(row.keys);
  const [duplicates = noDuplicates] = groupDuplicates(sharing, [lead]);
  const holder = findHolder(duplicates);
  const [oldest] = duplicates.ids;
  const nameLead = (id: string) => plan.nameLead(id);
  if (oldest === undefined || (command.onDuplicate === 'create' && holder === undefined)) {
    return { created: lead, entries: context.leadWriter.describeCreation(lead) };
  }
  if (command.onDuplicate === 'return') return { kept: oldest };
  if (holder !== undefined) return { faults: [toExternalIdFault(nameLead(holder))] };
  return { faults: describeSharedContact(duplicates, nameLead) };
}

function changeByRow({ context, at }: Decision, before: Lead, { change, references }: PreparedRow): Step {
  const { fields, faults: ofContract } = change ?? { fields: {}, faults: [] };
  const faults = [...ofContract, ...findUpdateFaults(before, fields, references.faults)];
  if (faults.length > 0) return { faults };
  const prices = fields.interested_properties === undefined ? before.listing_prices : references.prices;
  const after = editLead(before, merge(before, parseTimestamps(fields)), prices, at);
  const entries = context.leads.describeChange(before, after);
  if (entries.length === 0) return { kept: before.id };
  return { before, after, entries };
}

/** Decides what becomes of a row, as if it had been asked for after the rows before it. */
export function decideRow(decision: Decision, row: PreparedRow): Step {
  const { plan } = decision;
  const keys = getKeysOfLead(row);
  const [found, ...others] = plan.find(keys);
  if (!found) return createFromRow(decision, row);
  if (others.length === 0) return changeByRow(decision, found, row);
  const field = keys[0]?.slice(0, keys[0].indexOf(':')) ?? '';
  const [first, second] = [found, ...others].map(({ id }) => plan.nameLead(id));
  return { faults: [{ field, message: `is that of several leads, such as ${first} and ${second}` }] };
}
