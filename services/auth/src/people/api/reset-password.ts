import { noContent } from '@plotline/kit/core/answer';
import { newId } from '@plotline/kit/core/ids';
import type { Handler } from '@plotline/kit/http/handler';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { parseEmail } from '../../directory/model/person.js';
import { asPerson } from '../../directory/store/tenants.js';
import { toMail } from '../../mail/model/letter.js';
import { linkLifetimesMs, linkNotValid, toLinkUrl } from '../../mail/model/link.js';
import { changeAndTell } from '../../mail/work/change-and-tell.js';
import { commitWithMail } from '../../mail/work/commit-with-mail.js';
import { writePasswordChanged, writePasswordReset } from '../model/letters.js';
import { hashNewPassword } from '../store/new-password.js';
import { endAccessBeside } from './end-access.js';

/**
 * Emails a link to choose a new password. For an address without an account, does the same work except for the email,
 * so that the response doesn't reveal whether there is an account. Rejects with VALIDATION_ERROR for an invalid
 * address, and with RATE_LIMIT_EXCEEDED if the address has reached its hourly limit of emails.
 */
export async function requestPasswordReset(context: Context, command: Command, text: string): Promise<void> {
  const { links, mails, people, authUrl } = context;
  const email = parseEmail(text);
  await commitWithMail(context, command, async (session, at) => {
    const person = await people.findByEmail(email);
    const isDecoy = person === null;
    const wanted = {
      id: newId('link'),
      purpose: 'password_reset',
      email,
      person_id: person?.id ?? null,
      isDecoy,
    } as const;
    const { link, token } = await links.create(session, wanted);
    const mail = toMail(email, writePasswordReset(toLinkUrl(authUrl, 'password_reset', token)));
    const expiresAt = new Date(at.getTime() + linkLifetimesMs.password_reset);
    const options = { linkId: link.id, expiresAt, origin: 'person', whenLimited: 'refuse', isDecoy } as const;
    return { mails: [await mails.add(session, mail, options)], result: undefined };
  });
}

/**
 * Sets a new password by the link in an email. Ends all sessions and the access of all apps, and invalidates other
 * links of this kind. Rejects with VALIDATION_ERROR for an invalid link or a password that isn't allowed.
 */
export async function resetPassword(
  context: Context,
  command: Command,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<void> {
  const { links, memberships, people, workspaces } = context;
  const link = await links.find(token);
  const { person_id, purpose } = link;
  if (purpose !== 'password_reset' || person_id === null) throw linkNotValid();
  const owner = await people.get(person_id);
  if (!owner) throw linkNotValid();
  const employers = (await memberships.listByPerson(person_id)).map(({ workspace_id }) => workspace_id);
  const workspaceNames = [...(await workspaces.find(employers)).values()].map(({ name }) => name);
  const password_hash = await hashNewPassword(password, { email: link.email, workspaceNames });
  const ended = await endAccessBeside(context, person_id);
  await changeAndTell(context, asPerson(command, owner), person_id, (person, changedAt) => ({
    person: { ...person, password_hash, email_confirmed_at: person.email_confirmed_at ?? changedAt },
    type: 'password_reset',
    description: 'The password was changed by a link; all sessions and the access of all apps were ended.',
    beside: {
      events: ended.events,
      write: async (session, at) => {
        await links.redeem(session, link);
        await ended.write(session, at);
      },
    },
    letter: writePasswordChanged(),
  }));
}

/** POST /auth/password-resets */
export function requestPasswordResetHandler(context: Context): Handler<{ readonly email: string }> {
  return async (call) => {
    await requestPasswordReset(context, call, call.body.email);
    return { status: 202, body: { email: call.body.email.trim().toLowerCase() } };
  };
}

/** POST /auth/password-resets/redeem */
export function redeemPasswordResetHandler(
  context: Context,
): Handler<{ readonly token: string; readonly password: string }> {
  return async (call) => {
    await resetPassword(context, call, call.body);
    return noContent();
  };
}
