import type { Context } from '../context.js';
import type { Beside } from '../store/people.js';

/**
 * Ends, together with a change of the password, whatever the former one let in: sessions, what apps were let do in any workspace, and the
 * links by which the password could be replaced.
 */
export async function endAccessBeside({ sessions, grants, links }: Context, personId: string): Promise<Beside> {
  const ended = [await sessions.endBeside(personId), await grants.endBeside(personId)];
  return {
    events: ended.flatMap(({ events }) => events),
    write: async (session, at) => {
      for (const { write } of ended) await write(session, at);
      await links.voidOfPerson(session, personId, 'password_reset');
    },
  };
}
