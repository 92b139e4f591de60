import type { Context } from '../../context.js';
import type { Beside } from '../../directory/store/people.js';
import { forgetWrongCodes } from '../../two-factor/store/wrong-codes.js';

/**
 * Returns the writes that end all access that the previous password gave: sessions, the access of apps in all
 * workspaces, and links to choose a password. Commit them together with the change of the password.
 */
export async function endAccessBeside(context: Context, personId: string): Promise<Beside> {
  const { sessions, grants, links } = context;
  const ended = [await sessions.endBeside(personId), await grants.endBeside(personId)];
  return {
    events: ended.flatMap(({ events }) => events),
    write: async (session, at) => {
      for (const { write } of ended) await write(session, at);
      await links.voidOfPerson(session, personId, 'password_reset');
      // The counts aren't part of the transaction. Clearing them twice or unnecessarily is harmless.
      await forgetWrongCodes(context, personId);
    },
  };
}
