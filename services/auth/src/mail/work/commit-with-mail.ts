import type { Command } from '@plotline/kit/store/idempotency/command';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import { retryOnConflict, VersionConflict } from '@plotline/kit/store/transactions/retry-on-conflict';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Context } from '../../context.js';
import { inDirectory } from '../../directory/store/tenants.js';
import type { QueuedMail } from '../store/mails.js';
import { deliverSoon } from './deliver.js';

/** What a transaction of an account has written. */
interface AccountChange<R> {
  readonly entries?: readonly EntryInput[];
  readonly mails?: readonly (QueuedMail | null)[];
  readonly result: R;
}

/**
 * Commits a change of accounts with the mails that tell of it, in one transaction; the mails are handed over soon after. `write` runs
 * again when it met another writer, also one who created a record with the same key.
 */
export async function commitWithMail<R>(
  context: Context,
  command: Command,
  write: (session: TransactionSession, at: Date) => Promise<AccountChange<R>>,
): Promise<R> {
  const attempt = () =>
    context.runtime.journal.commit(inDirectory(command), async (session, time) => {
      const change = await write(session, time.at);
      return { entries: change.entries ?? [], result: change };
    });
  const isConflict = (error: unknown) => error instanceof VersionConflict || isDuplicateKey(error);
  const { result: change } = await retryOnConflict(attempt, { isConflict });
  for (const mail of change.mails ?? []) deliverSoon(context, mail);
  return change.result;
}
