import type { Context } from '../../context.js';
import type { Beside } from '../../directory/store/people.js';
import { forgetWrongCodes } from '../../two-factor/api/two-factor-codes.js';

/**
 * Ends, together with a change of the password, whatever the former one let in: sessions, what apps were let do in any workspace, and the
 * links by which the password could be replaced.
 */
export async function endAccessBeside(context: Context, personId: string): Promise<Beside> {
  const { sessions, grants, links } = context;
  const ended = [await sessions.endBeside(personId), await grants.endBeside(personId)];
  return {
    events: ended.flatMap(({ events }) => events),
    write: async (session, at) => {
      for (const { write } of ended) await write(session, at);
      await links.voidOfPerson(session, personId, 'password_reset');
      // Counts are kept outside of transactions: forgotten twice, or for nothing, they do no harm.
      await forgetWrongCodes(context, personId);
    },
  };
}
