import { notFound } from '@plotline/kit/errors';
import { type Answer, ok, withVersion } from '@plotline/kit/http/answer';
import type { Command } from '@plotline/kit/idempotency/command';
import type { Decision } from '@plotline/kit/mongo/change-record';
import { retryOnConflict } from '@plotline/kit/mongo/retry-on-conflict';
import type { Context } from '../context.js';
import type { Lead } from '../domain/lead.js';
import { toLeadJson } from '../json/lead.js';
import { type Cancellation, cancelLeadDeal, describeCancellation, tryReleaseUnit } from './undo-sale.js';

/** Decides what becomes of the lead. `now` is the time in the record, its timeline and its events. */
export type DecideLead = (lead: Lead, now: Date) => Pick<Decision<Lead>, 'record' | 'entries'>;

/** A change of a lead. */
export interface LeadChange {
  readonly id: string;
  /** Pure; may throw a Problem. Runs again when the lead was changed meanwhile. */
  readonly decide: DecideLead;
  /** `meta` of the answer. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

/** 200 with the lead as stored. */
export function toLeadAnswer(lead: Lead, meta?: Readonly<Record<string, unknown>>): Answer {
  return withVersion(ok(toLeadJson(lead), meta), lead.version);
}

interface DecidedChange {
  readonly before: Lead;
  readonly decision: ReturnType<DecideLead>;
  readonly now: Date;
  readonly meta: LeadChange['meta'];
}

/** Stores the change alone. Throws VersionConflict. */
async function commitChange(context: Context, command: Command, change: DecidedChange): Promise<Answer> {
  const { before, decision, now, meta } = change;
  const { answer } = await context.runtime.journal.commit(
    command,
    async (session) => {
      const stored = await context.leads.save(command.caller, before, decision.record, session);
      return { entries: decision.entries, answer: toLeadAnswer(stored, meta) };
    },
    now,
  );
  return answer;
}

/** Stores the change together with the cancellation of the lead's deal. Throws VersionConflict. */
async function commitWithCancellation(
  { leads, deals, invoices, commissions, sales, counters, runtime }: Context,
  command: Command,
  { before, decision, now, meta }: DecidedChange,
  cancellation: Cancellation,
): Promise<Answer> {
  const { caller } = command;
  const { deal, invoice, commission, release } = cancellation;
  const { answer } = await runtime.journal.commit(
    command,
    async (session) => {
      const stored = await leads.save(caller, before, { ...decision.record, deal_id: null }, session);
      await invoices.change(caller, invoice, session);
      await deals.change(caller, deal, session);
      await commissions.change(caller, commission, session);
      if (release) await sales.addRelease(caller, release, session);
      await counters.record(caller, cancellation.counters, [], session);
      return { entries: [...decision.entries, describeCancellation(deal.after)], answer: toLeadAnswer(stored, meta) };
    },
    now,
  );
  return answer;
}

/** Decides once on the lead as stored. Throws VersionConflict when it is changed before the decision is stored. */
async function tryChange(context: Context, command: Command, { id, decide, meta }: LeadChange): Promise<Answer> {
  const { caller } = command;
  const before = await context.leads.get(caller, id);
  if (!before) throw notFound();
  const now = context.clock();
  const decision = decide(before, now);
  if (decision.entries.length === 0) return toLeadAnswer(before, meta);
  const change = { before, decision, now, meta };
  const { record } = decision;
  const dealId = record.stage === 'won' ? null : before.deal_id;
  if (dealId === null) return commitChange(context, command, change);
  const cancellation = await cancelLeadDeal(context, caller, record, { dealId, now });
  const answer = await commitWithCancellation(context, command, change, cancellation);
  if (cancellation.release) await tryReleaseUnit(context, caller, cancellation.release);
  return answer;
}

/**
 * Applies a decision to a lead; resolves to the answer with the lead as stored. A lead that thereby leaves `won` cancels
 * its deal in the same transaction: deal and commission cancelled, invoice void, unit released. Rejects with NOT_FOUND,
 * with what `decide` throws, or with CONFLICT when the invoice is paid or others were faster 20 times.
 */
export function changeLead(context: Context, command: Command, change: LeadChange): Promise<Answer> {
  return retryOnConflict(() => tryChange(context, command, change));
}
