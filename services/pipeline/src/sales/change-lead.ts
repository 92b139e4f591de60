import { setTimeout as sleep } from 'node:timers/promises';
import { answering, type Caller } from '@plotline/kit/caller';
import { conflict, notFound } from '@plotline/kit/errors';
import type { Answer } from '@plotline/kit/http/answer';
import type { EntryInput } from '@plotline/kit/journal/entry';
import type { Decision } from '@plotline/kit/mongo/change';
import type { Context } from '../context.js';
import type { Lead } from '../domain/lead.js';
import { type Cancellation, decideCancellation } from './cancellation.js';
import { Overtaken } from './overtaken.js';
import { releaseNow } from './release-unit.js';
import { cancelledEntry } from './sale-entries.js';

const attempts = 20;

interface Change {
  readonly before: Lead;
  readonly lead: Lead;
  readonly entries: readonly EntryInput[];
  readonly cancellation: Cancellation | null;
  readonly now: Date;
}

/** All or nothing. Throws Overtaken. */
async function commit(
  context: Context,
  caller: Caller,
  { before, lead, entries, cancellation, now }: Change,
): Promise<void> {
  const { leads, deals, invoices, commissions, sales, tallies, runtime } = context;
  await runtime.journal.commit(
    caller,
    async (session) => {
      if (!(await leads.save(caller, before, lead, session))) throw new Overtaken();
      if (!cancellation) return entries;
      const { deal, invoice, commission, release } = cancellation;
      if (!(await invoices.save(caller, invoice, session))) throw new Overtaken();
      if (!(await deals.save(caller, deal, session))) throw new Overtaken();
      if (!(await commissions.save(caller, commission, session))) throw new Overtaken();
      if (release) await sales.add(caller, release, session);
      await tallies.record(caller, cancellation.counted, [], session);
      return [...entries, cancelledEntry(deal)];
    },
    now,
  );
}

/** Says what becomes of the lead; `now` is the one time that the record, its timeline and its events tell. */
type Decide = (lead: Lead, now: Date) => Decision<Lead>;
type AnswerOf = ((lead: Lead) => Answer) | undefined;

/** Decides once on the lead as it is. Throws Overtaken when it was not what was read when the change was stored. */
async function tryChange(context: Context, caller: Caller, id: string, decide: Decide, answer: AnswerOf) {
  const before = await context.leads.get(caller, id);
  if (!before) throw notFound();
  const now = context.clock();
  const { record, entries } = decide(before, now);
  if (entries.length === 0) return before;
  const dealId = record.stage === 'won' ? null : before.deal_id;
  const cancellation = dealId === null ? null : await decideCancellation(context, caller, record, { dealId, now });
  const lead = cancellation ? { ...record, deal_id: null } : record;
  const changed = { ...lead, version: lead.version + 1 };
  const change = { before, lead, entries, cancellation, now };
  await commit(context, answer ? answering(caller, answer(changed)) : caller, change);
  const release = cancellation?.release;
  if (release?.unit_id) await releaseNow(context, caller, release.unit_id, release.id);
  return changed;
}

/**
 * Applies a decision to a lead as `changeRecord` does. A lead that thereby leaves `won` with a live deal takes the deal
 * back in the same transaction: deal and commission cancelled, invoice void, unit put back. Resolves to the lead as
 * stored. Rejects with NOT_FOUND, with what `decide` throws, or with CONFLICT when the invoice is paid.
 */
export async function changeLead(
  context: Context,
  caller: Caller,
  id: string,
  decide: Decide,
  answer?: AnswerOf,
): Promise<Lead> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      return await tryChange(context, caller, id, decide, answer);
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
    await sleep(Math.random() * 10 * attempt);
  }
  throw conflict('The lead is being changed by many at once; try again.');
}
