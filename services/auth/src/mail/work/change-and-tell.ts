import type { Command } from '@plotline/kit/store/idempotency/command';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import type { Context } from '../../context.js';
import type { Person } from '../../directory/model/person.js';
import type { PersonChange } from '../../directory/store/people.js';
import { type Letter, toMail } from '../model/letter.js';
import type { QueuedMail } from '../store/mails.js';
import { deliverSoon } from './deliver.js';

/** Lifetime of the emails. After it, they are no longer useful. */
const noticeLifetimeMs = 7 * 86_400_000;

/** A changed person, and the email about the change. Null if nothing changes. */
type ToldChange = (NonNullable<PersonChange> & { readonly letter: Letter }) | null;

/**
 * Applies the change that `decide` returns to a person, and emails the person's previous address about it, in one
 * transaction. So the owner of the account is always informed, even if someone else made the change. Rejects like
 * `People.change`.
 */
export async function changeAndTell(
  context: Context,
  command: Command,
  id: string,
  decide: (person: Person, at: Date) => ToldChange,
): Promise<Person> {
  const { people, mails } = context;
  let notice: QueuedMail | null = null;
  const change = () =>
    people.change(command, id, (before, at) => {
      const decided = decide(before, at);
      if (!decided) return null;
      const { letter, beside, ...changed } = decided;
      const write = async (...[session, time]: Parameters<NonNullable<typeof beside>['write']>) => {
        await beside?.write(session, time);
        const expiresAt = new Date(time.getTime() + noticeLifetimeMs);
        const options = { expiresAt, origin: 'account', whenLimited: 'drop' } as const;
        notice = await mails.add(session, toMail(before.email, letter), options);
      };
      return { ...changed, beside: { events: beside?.events ?? [], write } };
    });
  // Another process may queue the first email to the address at the same time.
  const person = await retryOnConflict(change, { isConflict: isDuplicateKey });
  deliverSoon(context, notice);
  return person;
}
