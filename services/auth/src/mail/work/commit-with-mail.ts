import type { Command } from '@plotline/kit/store/idempotency/command';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import { retryOnConflict, VersionConflict } from '@plotline/kit/store/records/guarded-update';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Context } from '../../context.js';
import { inDirectory } from '../../directory/store/tenants.js';
import type { QueuedMail } from '../store/mails.js';
import { deliverSoon } from './deliver.js';

/** The writes of a transaction. */
interface AccountChange<R> {
  readonly entries?: readonly EntryInput[];
  readonly mails?: readonly (QueuedMail | null)[];
  readonly result: R;
}

/**
 * Commits a change together with its emails in one transaction, and sends the emails soon after. Runs `write` again
 * after a conflict with another writer or a duplicate key.
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
