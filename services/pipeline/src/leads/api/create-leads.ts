import { type Answer, withHeaders } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { isExternalIdInUse, toExternalIdFault } from '@plotline/kit/core/ids';
import { findRoom, type QuotaUse, quotaReached, toQuotaHeaders } from '@plotline/kit/core/quota';
import { pickValidFields, type RowFaults } from '@plotline/kit/http/contract/faults';
import type { Handler } from '@plotline/kit/http/handler';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { VersionConflict } from '@plotline/kit/store/records/guarded-update';
import type { Context } from '../../context.js';
import { type ClassifiedLead, classifyLeads, findHolder, type OnDuplicate } from '../model/duplicates.js';
import type { Lead } from '../model/lead.js';
import { describeSharedContact, excludeLead, retryDuplicateCheck } from './duplicates.js';
import type { NewLeadBody } from './lead-body.js';
import { readLeadQuota } from './lead-quota.js';
import { answerPartial, answerWhole, type Row } from './lead-rows.js';
import { type PreparedLead, prepareLeads } from './prepare-leads.js';

interface Body {
  readonly leads: readonly NewLeadBody[];
}

interface Query {
  readonly partial: boolean;
  readonly on_duplicate: OnDuplicate;
}

/**
 * Prepares one result for each row, in row order. If a row violates the contract, its valid fields are still checked.
 */
function prepareRows(context: Context, caller: Caller, rows: Body['leads'], rowFaults: RowFaults) {
  const bodies = rows.map((body, index) => {
    const contractFaults = rowFaults.get(index) ?? [];
    return { body: contractFaults.length === 0 ? body : pickValidFields(body, contractFaults), contractFaults };
  });
  return prepareLeads(context, caller, bodies);
}

/**
 * Reads the stored leads that are returned instead of new duplicates, by id. Throws VersionConflict if one was erased
 * in the meantime.
 */
async function findReturned({ leads }: Context, caller: Caller, classified: readonly ClassifiedLead[]) {
  const found = new Map(classified.flatMap(({ lead, isNew }) => (isNew ? [[lead.id, lead] as const] : [])));
  const oldest = classified.flatMap(({ isNew, duplicates }) => (isNew ? [] : duplicates.ids.slice(0, 1)));
  const stored = oldest.filter((id) => !found.has(id));
  if (stored.length > 0) for (const lead of await leads.getAll(caller, stored)) found.set(lead.id, lead);
  if (oldest.some((id) => !found.has(id))) throw new VersionConflict();
  return found;
}

/**
 * Returns the row of a lead. It contains one of these: the lead itself, the lead that is returned instead, the errors,
 * or the contact shared with other leads.
 */
function toRow(
  { lead, isNew, duplicates }: ClassifiedLead,
  returned: ReadonlyMap<string, Lead>,
  nameLead = (id: string): string => `the lead ${id}`,
): Row {
  const shown = isNew ? lead : returned.get(duplicates.ids[0] ?? '');
  if (shown) return { lead: shown, isNew, duplicates: excludeLead(shown, duplicates) };
  const holder = findHolder(duplicates);
  if (holder !== undefined) return { faults: [toExternalIdFault(nameLead(holder))] };
  return { shared: describeSharedContact(duplicates, nameLead), duplicates: duplicates.ids };
}

/** Errors name the leads of this request by their rows, because these leads get no ids if the request is refused. */
function createRowNames(prepared: readonly PreparedLead[]) {
  const places = new Map(prepared.map(({ lead }, place) => [lead?.id, place]));
  return (id: string) => (places.has(id) ? `leads[${places.get(id)}]` : `the lead ${id}`);
}

/**
 * Decides the rows of the response. Throws VersionConflict if a lead that is returned instead of a duplicate was
 * erased.
 */
async function classifyRows(context: Context, caller: Caller, prepared: readonly PreparedLead[], query: Query) {
  const { partial, on_duplicate } = query;
  const leads = prepared.flatMap(({ lead }) => lead ?? []);
  const stored = await context.leadWriter.findDuplicatesOfEach(caller, leads);
  const classified = classifyLeads(leads, stored, on_duplicate);
  const returned =
    on_duplicate === 'return' ? await findReturned(context, caller, classified) : new Map<string, Lead>();
  const byId = new Map(classified.map((one) => [one.lead.id, one]));
  const nameLead = partial ? undefined : createRowNames(prepared);
  return prepared.map(({ lead, faults }): Row => {
    const one = lead && byId.get(lead.id);
    return one ? toRow(one, returned, nameLead) : { faults };
  });
}

/** Refuses new leads, in the order of the rows, once the quota is used up. */
function refuseBeyond(quota: QuotaUse, rows: readonly Row[]): readonly Row[] {
  let room = findRoom(quota);
  return rows.map((row) => {
    if (!('lead' in row && row.isNew)) return row;
    room -= 1;
    return room < 0 ? { refusal: quotaReached(quota) } : row;
  });
}

/** Stores the new leads of the rows. Throws VersionConflict if a duplicate was stored in the meantime. */
async function storeRows(
  { leadWriter }: Context,
  command: Command,
  rows: readonly Row[],
  answer: Answer,
  onDuplicate: OnDuplicate,
): Promise<void> {
  const leads = rows.flatMap((row) => ('lead' in row && row.isNew ? [row.lead] : []));
  if (leads.length === 0) return;
  if (onDuplicate === 'create') {
    await leadWriter.addAll(command, leads, answer).catch((error: unknown) => {
      throw isExternalIdInUse(error) ? new VersionConflict() : error;
    });
  } else if (!(await leadWriter.addUnlessDuplicate(command, leads, answer))) throw new VersionConflict();
}

/** POST /v1/leads/bulk */
export function createLeads(context: Context): Handler<Body, Query> {
  return async (call) => {
    const { caller, body, query } = call;
    const prepared = await prepareRows(context, caller, body.leads, call.rowFaults);
    return retryDuplicateCheck(async () => {
      const quota = await readLeadQuota(context, caller);
      const rows = refuseBeyond(quota, await classifyRows(context, caller, prepared, query));
      const added = rows.filter((row) => 'lead' in row && row.isNew).length;
      const told = query.partial ? answerPartial(rows, caller) : answerWhole(rows, caller);
      const answer = withHeaders(told, toQuotaHeaders(quota, added));
      await storeRows(context, call, rows, answer, query.on_duplicate);
      return answer;
    });
  };
}
