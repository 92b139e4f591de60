import type { Call } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { toMail } from '../../mail/model/letter.js';
import { type KeyNotice, writeKeyChanged } from '../../mail/model/notices.js';
import type { QueuedMail } from '../../mail/store/mails.js';
import { commitWithMail } from '../../mail/work/commit-with-mail.js';
import type { Key } from '../model/key.js';

/** The mail is of no use later. */
const ttlMs = 7 * 86_400_000;

/**
 * Mails whoever has changed an API key, and the person who made it, that it was changed: it may have been a thief of a session. Whatever
 * fails here, the key is changed, and the answer, which alone has the value of a new key, is given.
 */
export async function tellOfKey(
  context: Context,
  { caller, log }: Pick<Call, 'caller' | 'log'>,
  { name: keyName, created_by }: Pick<Key, 'name'> & Partial<Pick<Key, 'created_by'>>,
  done: KeyNotice['done'],
): Promise<void> {
  const { people, workspaces, mails, authUrl, clock } = context;
  const { actor, workspaceId } = caller;
  const concerned = [actor, created_by].flatMap((one) => (one?.type === 'user' ? one.id : []));
  try {
    const [found, workspace] = await Promise.all([people.find([...new Set(concerned)]), workspaces.get(workspaceId)]);
    const keysUrl = `${authUrl}/dashboard/${workspaceId}/live/settings/keys`;
    const letter = writeKeyChanged(keysUrl, { keyName, workspaceName: workspace?.name ?? '', done, by: actor.name });
    await commitWithMail(context, { caller }, async (session) => {
      const expiresAt = new Date(clock().getTime() + ttlMs);
      const options = { expiresAt, origin: 'keys', whenLimited: 'drop' } as const;
      const queued: (QueuedMail | null)[] = [];
      for (const { email } of found.values()) queued.push(await mails.add(session, toMail(email, letter), options));
      return { mails: queued, result: undefined };
    });
  } catch (error) {
    log.warn({ err: error }, 'a change of a key is not mailed');
  }
}
