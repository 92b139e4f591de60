import { type Answer, ok, withVersion } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { ChangeTime } from '@plotline/kit/store/journal/entry';
import type { Decision } from '@plotline/kit/store/records/change-record';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Context } from '../../context.js';
import type { Lead } from '../../leads/model/lead.js';
import { toLeadJson } from '../../leads/model/lead-json.js';
import {
  type Cancellation,
  cancelLeadDeal,
  type DealRecordSet,
  describeCancellation,
  readDealRecords,
  tryReleaseUnit,
} from './undo-sale.js';

/** Decides the next state of the lead. `now` becomes the time in the record, its timeline and its events. */
export type DecideLead = (lead: Lead, now: Date) => Pick<Decision<Lead>, 'record' | 'entries'>;

/** Change of a lead. */
export interface LeadChange {
  readonly id: string;
  /** Must be pure. May throw a Problem. Runs again if the lead was changed in the meantime. */
  readonly decide: DecideLead;
  /** `meta` of the answer. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

/** Returns a 200 with the stored lead. */
function toLeadAnswer(lead: Lead, meta?: Readonly<Record<string, unknown>>): Answer {
  return withVersion(ok(toLeadJson(lead), meta), lead.version);
}

/**
 * Lead as it was read. If it leaves `won`, its deal and the deal's records are included, because they are cancelled.
 */
interface LeadToChange {
  readonly before: Lead;
  readonly dealRecords: DealRecordSet | null;
}

/** Stores the cancellation of a deal in the transaction that changes its lead. Throws VersionConflict. */
async function saveCancellation(
  context: Context,
  caller: Caller,
  { deal, commission, release, ...changed }: Cancellation,
  session: TransactionSession,
): Promise<void> {
  const { invoices, instalments, deals, commissions, sales } = context;
  await invoices.changeAll(caller, changed.invoices, session);
  await instalments.changeAll(caller, changed.instalments, session);
  await deals.change(caller, deal, session);
  await commissions.change(caller, commission, session);
  if (release) await sales.addRelease(caller, release, session);
}

/** Decides about the lead and stores the decision. If the lead leaves `won`, its deal is cancelled too. */
async function decideAndSave(
  context: Context,
  caller: Caller,
  { decide, meta }: LeadChange,
  { before, dealRecords }: LeadToChange,
  { session, time }: { readonly session: TransactionSession; readonly time: ChangeTime },
) {
  const { leads, followUps } = context;
  const records = dealRecords
    ? [dealRecords.deal, dealRecords.commission, ...dealRecords.invoices, ...dealRecords.instalments]
    : [];
  const now = time.after(before, ...records);
  const { record, entries: ofLead } = decide(before, now);
  const entries = [...ofLead, ...(await followUps.save(caller, [{ before, after: record }], session))];
  if (record.stage === 'won' || !dealRecords) {
    const stored = await leads.save(caller, before, record, session);
    return { entries, answer: toLeadAnswer(stored, meta), result: null };
  }
  const cancellation = cancelLeadDeal(dealRecords, record, caller, now);
  await saveCancellation(context, caller, cancellation, session);
  const ofDeal = { before: cancellation.counters, after: [] };
  const stored = await leads.save(caller, before, { ...record, deal_id: null }, session, ofDeal);
  return {
    entries: [...entries, ...describeCancellation(cancellation, caller)],
    answer: toLeadAnswer(stored, meta),
    result: cancellation.release,
  };
}

/**
 * Makes one attempt to decide on the stored lead. Throws VersionConflict if the lead changes before the decision is
 * stored.
 */
async function tryChange(context: Context, command: Command, change: LeadChange): Promise<Answer> {
  const { caller } = command;
  const { journal } = context.runtime;
  const before = await context.leads.getExisting(caller, change.id);
  const isUnchanged = change.decide(before, journal.startTime().after(before)).entries.length === 0;
  if (isUnchanged) return toLeadAnswer(before, change.meta);
  const dealRecords = before.deal_id === null ? null : await readDealRecords(context, caller, before.deal_id);
  const { answer, result: release } = await journal.commit(command, (session, time) =>
    decideAndSave(context, caller, change, { before, dealRecords }, { session, time }),
  );
  if (release) await tryReleaseUnit(context, caller, release);
  return answer;
}

/**
 * Applies a decision to a lead and resolves to the answer with the stored lead. If the lead leaves `won`, the same
 * transaction cancels the deal, its commission and its instalments, voids its invoices and releases the unit. Rejects
 * with NOT_FOUND, with the error that `decide` throws, or with CONFLICT if any part of the deal is paid or after 20
 * version conflicts.
 */
export function changeLead(context: Context, command: Command, change: LeadChange): Promise<Answer> {
  return retryOnConflict(() => tryChange(context, command, change));
}
