import { hash } from 'node:crypto';
import type { Caller } from '@plotline/kit/core/caller';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import { type Entry, toEntry, toFirstId } from '@plotline/kit/store/journal/entry';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Context } from '../../context.js';
import { describeEmail, type EmailFacts } from '../model/email-entry.js';
import type { Lead } from '../model/lead.js';

export type EmailContext = Pick<Context, 'leads' | 'runtime'>;

/** Email to add, and how it changes its lead. */
interface EmailEntry {
  readonly email: EmailFacts;
  /** Finds the lead in the transaction. If it returns null, nothing is added. */
  readonly find: (session: TransactionSession) => Promise<Lead | null>;
  /** Returns the lead itself when nothing changes. */
  readonly change: (lead: Lead, at: Date) => Lead;
}

/** Derives the id of the entry, so that the same email, status and time are added once. */
function toEntryId({ id, status, at }: EmailFacts): string {
  return toFirstId(at.getTime()) + hash('sha256', `${id} ${status}`).slice(0, 16);
}

/** Adds an email to the timeline of its lead, and changes the lead. Does nothing when repeated. */
export async function addEmailEntry(
  { leads, runtime }: EmailContext,
  caller: Caller,
  { email, find, change }: EmailEntry,
): Promise<void> {
  const add = () =>
    runtime.journal.commit({ caller }, async (session, time) => {
      const before = await find(session);
      if (!before) return { entries: [] };
      const after = change(before, time.after(before));
      // Without the lock, a concurrent erasure or merge would miss the entry.
      if (after === before) await leads.lock(caller, before, session);
      else await leads.save(caller, before, after, session);
      const [changed] = after === before ? [] : leads.describeChange(before, after);
      const input = { subject: before.id, ...describeEmail(email), events: changed?.events ?? [] };
      const withChanges = { ...input, ...(changed?.changes && { changes: changed.changes }) };
      const entry: Entry = { ...toEntry(caller, email.at, withChanges), _id: toEntryId(email) };
      return { entries: [entry] };
    });
  await retryOnConflict(add).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
  });
}
