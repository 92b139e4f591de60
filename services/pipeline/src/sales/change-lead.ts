import { notFound } from '@plotline/kit/errors';
import type { Answer } from '@plotline/kit/http/answer';
import type { Command } from '@plotline/kit/idempotency/command';
import type { EntryInput } from '@plotline/kit/journal/entry';
import type { ChangedRecord, Decision } from '@plotline/kit/mongo/change-record';
import { retryOnConflict } from '@plotline/kit/mongo/retry-on-conflict';
import type { Context } from '../context.js';
import type { Lead } from '../domain/lead.js';
import { type Cancellation, decideCancellation } from './cancellation.js';
import { releaseNow } from './release-unit.js';
import { cancelledEntry } from './sale-entries.js';

interface Change {
  readonly before: Lead;
  readonly lead: Lead;
  readonly entries: readonly EntryInput[];
  readonly cancellation: Cancellation | null;
  readonly now: Date;
}

/** All or nothing. Throws VersionConflict. */
async function commit<A extends Answer | undefined>(
  context: Context,
  command: Command,
  { before, lead, entries, cancellation, now }: Change,
  toAnswer: (lead: Lead) => A,
): Promise<ChangedRecord<Lead, A>> {
  const { caller } = command;
  const { leads, deals, invoices, commissions, sales, tallies, runtime } = context;
  const { answer, result } = await runtime.journal.commit(
    command,
    async (session) => {
      const changed = await leads.save(caller, before, lead, session);
      const written = { answer: toAnswer(changed), result: changed };
      if (!cancellation) return { entries, ...written };
      const { deal, invoice, commission, release } = cancellation;
      await invoices.save(caller, invoice, session);
      await deals.save(caller, deal, session);
      await commissions.save(caller, commission, session);
      if (release) await sales.add(caller, release, session);
      await tallies.record(caller, cancellation.counted, [], session);
      return { entries: [...entries, cancelledEntry(deal)], ...written };
    },
    now,
  );
  return { record: result, answer };
}

/** Says what becomes of the lead; `now` is the one time that the record, its timeline and its events tell. */
type Decide = (lead: Lead, now: Date) => Decision<Lead>;

/** Decides once on the lead as it is. Throws VersionConflict when it was not what was read when the change was stored. */
async function tryChange<A extends Answer | undefined>(
  context: Context,
  command: Command,
  id: string,
  decide: Decide,
  toAnswer: (lead: Lead) => A,
): Promise<ChangedRecord<Lead, A>> {
  const { caller } = command;
  const before = await context.leads.get(caller, id);
  if (!before) throw notFound();
  const now = context.clock();
  const { record, entries } = decide(before, now);
  if (entries.length === 0) return { record: before, answer: toAnswer(before) };
  const dealId = record.stage === 'won' ? null : before.deal_id;
  const cancellation = dealId === null ? null : await decideCancellation(context, caller, record, { dealId, now });
  const lead = cancellation ? { ...record, deal_id: null } : record;
  const changed = await commit(context, command, { before, lead, entries, cancellation, now }, toAnswer);
  const release = cancellation?.release;
  if (release?.unit_id) await releaseNow(context, caller, release.unit_id, release.id);
  return changed;
}

/**
 * Applies a decision to a lead as `changeRecord` does. A lead that thereby leaves `won` with a live deal takes the deal
 * back in the same transaction: deal and commission cancelled, invoice void, unit put back. Resolves to the lead as
 * stored and the answer. Rejects with NOT_FOUND, with what `decide` throws, or with CONFLICT when the invoice is paid.
 */
export function changeLead<A extends Answer | undefined>(
  context: Context,
  command: Command,
  id: string,
  decide: Decide,
  toAnswer: (lead: Lead) => A,
): Promise<ChangedRecord<Lead, A>> {
  return retryOnConflict(() => tryChange(context, command, id, decide, toAnswer));
}
