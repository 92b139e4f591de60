import { createSystemCaller } from '@plotline/kit/core/caller';
import { Limiter } from '@plotline/kit/core/limiter';
import type { Context } from '../context.js';

import { directory } from '../store/directory.js';
import type { QueuedMail } from '../store/mails.js';
import { MailRefused } from './transport.js';

export type MailContext = Pick<Context, 'mails' | 'links' | 'teamUpdates' | 'mailTransport' | 'runtime' | 'clock'>;

/** From the connection to the answer of the mail server. */
const attemptMs = 20_000;
/** Until a mail is tried again whose attempt nobody has told the end of. */
const claimMs = attemptMs + 10_000;
const maxAtOnce = 20;
const handOvers = new Limiter({ max: maxAtOnce });

/** A mail was handed over: the queue forgets it, and the team service will be told when an invitation was sent. */
async function recordHandOver({ mails, links, teamUpdates, runtime, clock }: MailContext, mail: QueuedMail) {
  const caller = createSystemCaller(directory, 'mail queue', mail.id);
  const at = clock();
  await runtime.journal.commit({ caller }, async (session) => {
    await mails.remove(session, mail);
    const link = mail.link_id === null ? null : await links.get(mail.link_id, session);
    if (link) await links.markSent(session, link.id, at);
    if (link?.invitation) {
      const { workspace_id, agent_id, name } = link.invitation;
      const update = { kind: 'invitation_sent', agent_id, email: link.email, name, at } as const;
      await teamUpdates.add(session, workspace_id, update);
    }
    return { entries: [] };
  });
}

/** One attempt to hand a mail over, unless another process makes one. Logs neither address nor text. */
export async function deliverMail(context: MailContext, queued: QueuedMail): Promise<void> {
  const { mails, mailTransport, runtime, clock } = context;
  const mail = await mails.claim(queued, new Date(clock().getTime() + claimMs));
  if (!mail) return;
  if (mail.expires_at <= clock()) return mails.remove(null, mail);
  try {
    await mailTransport.send(mails.open(mail), mail.id, AbortSignal.timeout(attemptMs));
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code');
    const isRefused = error instanceof MailRefused;
    runtime.log.warn({ mail: mail.id, attempts: mail.attempts, code, refused: isRefused }, 'mail not handed over');
    return isRefused ? mails.remove(null, mail) : mails.postpone(mail);
  }
  await recordHandOver(context, mail);
}

/** Hands a mail over soon, without waiting for it; during a rush, or when that fails, the worker does. */
export function deliverSoon(context: MailContext, mail: QueuedMail | null): void {
  if (!mail || mail.due_at > context.clock() || handOvers.inUse >= maxAtOnce) return;
  void handOvers
    .run('', () => deliverMail(context, mail))
    .catch((error: unknown) => {
      context.runtime.log.warn({ err: error, mail: mail.id }, 'mail not handed over');
    });
}
