import type { Call } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { toMail } from '../../mail/model/letter.js';
import type { QueuedMail } from '../../mail/store/mails.js';
import { commitWithMail } from '../../mail/work/commit-with-mail.js';
import type { Key } from '../model/key.js';
import { type KeyNotice, writeKeyChanged } from '../model/letters.js';

/** Lifetime of the emails. After it, they are no longer useful. */
const ttlMs = 7 * 86_400_000;

/**
 * Emails the person who changed an API key and the key's creator about the change, because it may have been made with a
 * stolen session. Never rejects, because the key is already changed, and the value of a new key is only in the response
 * to the request.
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
    log.warn({ err: error }, 'change of a key not mailed');
  }
}
