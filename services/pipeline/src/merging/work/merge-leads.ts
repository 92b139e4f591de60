import { type Answer, ok, withVersion } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { conflict, invalid } from '@plotline/kit/core/errors';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import { retryOnConflict, VersionConflict } from '@plotline/kit/store/records/guarded-update';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Context } from '../../context.js';
import { countLead } from '../../leads/model/count-lead.js';
import { adoptFollowUp, withoutFollowUp } from '../../leads/model/follow-up.js';
import type { Lead } from '../../leads/model/lead.js';
import { toLeadJson } from '../../leads/model/lead-json.js';
import { mergeLeads as decideMerge, type LeadMove, type MergedPair } from '../../leads/model/merge-leads.js';
import { hasMerged } from '../../leads/model/merged-lead.js';
import { assertMayMerge } from '../model/may-merge.js';

export type MergeContext = Pick<Context, 'leads' | 'tasks' | 'followUps' | 'deals' | 'invoices' | 'sales' | 'runtime'>;

/** Request to merge two leads. */
export interface MergeRequest {
  /** Id of the lead that survives. */
  readonly keepId: string;
  /** Id of the lead that is merged into the survivor, and the name of the request field with the id. */
  readonly otherId: string;
  readonly otherField: string;
  /** Checks the version of the survivor. Throws a Problem if the check fails. */
  readonly assert: (survivor: Lead) => void;
}

/** Survivor of a merge, and the response that contains it. */
export interface Merged {
  readonly lead: Lead;
  readonly answer: Answer;
}

/**
 * Reads both leads. The lead to merge is null if it was already merged into the survivor. Throws NOT_FOUND,
 * VALIDATION_ERROR or FORBIDDEN.
 */
async function readPair(
  { leads }: MergeContext,
  caller: Caller,
  { keepId, otherId, otherField, assert }: MergeRequest,
  { session, now }: { readonly session: TransactionSession; readonly now: Date },
): Promise<{ readonly keep: Lead; readonly other: Lead | null }> {
  const keep = await leads.getExisting(caller, keepId, session);
  const other = otherId === keepId ? null : await leads.get(caller, otherId, session);
  if (!other && !hasMerged(keep, otherId, now))
    throw invalid({ field: otherField, message: 'must be the id of another lead of this workspace' });
  assertMayMerge(caller.actor, other ? [keep, other] : [keep]);
  assert(keep);
  return { keep, other };
}

/** Returns the public records that move to the survivor. */
async function findMoving(
  { tasks, deals, invoices }: MergeContext,
  caller: Caller,
  { id }: Lead,
  session: TransactionSession,
): Promise<readonly object[]> {
  const ofTasks = await tasks.findOfLeads(caller, [id], session);
  const ofDeals = await deals.findOfLeads(caller, [id], session);
  return [...ofTasks, ...ofDeals, ...(await invoices.findOfLeads(caller, [id], session))];
}

/** Writes the merge of two leads and of all their records. Resolves to the survivor and the entries. */
async function storeMerge(
  context: MergeContext,
  caller: Caller,
  { keep, other }: MergedPair,
  { session, now }: { readonly session: TransactionSession; readonly now: Date },
): Promise<{ readonly lead: Lead; readonly entries: readonly EntryInput[] }> {
  const { leads, tasks, followUps, deals, invoices, sales, runtime } = context;
  // A sale in progress ends soon. Merging its lead now would undo the sale.
  if (await sales.isSellingTo(caller, [keep.id, other.id], session)) throw new VersionConflict();
  const [adopted, ofOther] = [adoptFollowUp(keep), adoptFollowUp(other)];
  // A follow-up is a field: the survivor keeps its own, and takes over the other lead's only if it has none.
  const pair = { keep: adopted, other: adopted.follow_up_at ? withoutFollowUp(ofOther, now) : ofOther };
  const adoptions = [
    { before: keep, after: pair.keep },
    { before: other, after: pair.other },
  ];
  const ofAdopted = await followUps.save(caller, adoptions, session);
  const survivor = decideMerge(pair, now);
  const move: LeadMove = { from: other.id, to: keep.id, at: now };
  await tasks.moveToLead(caller, move, session);
  await deals.moveToLead(caller, move, session);
  await invoices.moveToLead(caller, move, session);
  await sales.moveToLead(caller, move, session);
  const ofFollowUp = await followUps.save(caller, [{ before: pair.keep, after: survivor }], session);
  await runtime.journal.move(caller, other.id, keep.id, session);
  await leads.merged.remove(caller, other, session);
  const lead = await leads.save(caller, keep, survivor, session, { before: countLead(other), after: [] });
  const ofTasks = [...ofAdopted, ...ofFollowUp].map((entry) => ({ ...entry, subject: keep.id }));
  return { lead, entries: [...ofTasks, leads.describeMerge({ keep, other }, survivor)] };
}

function toAnswer(lead: Lead): Answer {
  return withVersion(ok(toLeadJson(lead)), lead.version);
}

/**
 * Merges a lead into another one, in one transaction with their tasks, deals, invoices and timelines. Changes nothing
 * if they were merged before. Resolves to the survivor and the response. Rejects with NOT_FOUND (the survivor),
 * VALIDATION_ERROR (the other lead) or FORBIDDEN. Rejects with CONFLICT if both have an active deal or a sale to one of
 * them is in progress.
 */
export function mergeLeads(context: MergeContext, command: Command, request: MergeRequest): Promise<Merged> {
  const { caller } = command;
  const attempt = async () => {
    const { answer, result } = await context.runtime.journal.commit(command, async (session, time) => {
      const { keep, other } = await readPair(context, caller, request, { session, now: time.at });
      if (!other) return { entries: [], answer: toAnswer(keep), result: keep };
      const now = time.after(keep, other, ...(await findMoving(context, caller, other, session)));
      const { lead, entries } = await storeMerge(context, caller, { keep, other }, { session, now });
      return { entries, answer: toAnswer(lead), result: lead };
    });
    return { lead: result, answer };
  };
  return retryOnConflict(attempt, {
    exhausted: () =>
      conflict('A sale to one of the leads is in progress. Try again when it has ended.', 'sale_in_progress', {
        lead_id: request.keepId,
      }),
  });
}
