import { conflict, invalid } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import type { Handler } from '@plotline/kit/http/handler';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import type { Context } from '../../context.js';
import { type Person, parseEmail } from '../../directory/model/person.js';
import { asPerson } from '../../directory/store/tenants.js';
import { toMail } from '../../mail/model/letter.js';
import { type Link, linkLifetimesMs, linkNotValid, toLinkUrl } from '../../mail/model/link.js';
import { changeAndTell } from '../../mail/work/change-and-tell.js';
import { commitWithMail } from '../../mail/work/commit-with-mail.js';
import { signedInOf } from '../../sessions/api/authenticate.js';
import { toClient } from '../../sessions/api/origin.js';
import type { Client } from '../../sessions/store/sessions.js';
import { writeAccountExists, writeEmailChange, writeEmailChanged } from '../model/letters.js';
import { provePassword } from './prove-password.js';

export interface EmailChangeRequest {
  /** The new email address. */
  readonly email: string;
  /** The person's current password. */
  readonly password: string;
}

/**
 * Requests a new email address for the account. Sends a link to the new address, and changes nothing until the link is
 * redeemed. If the new address has an account, informs its owner by email instead. The response is the same. Rejects
 * with VALIDATION_ERROR, and with RATE_LIMIT_EXCEEDED.
 */
export async function requestEmailChange(
  context: Context,
  command: Command,
  person: Person,
  request: EmailChangeRequest,
  client: Client,
): Promise<void> {
  const { links, mails, memberships, people, authUrl } = context;
  const email = parseEmail(request.email);
  if (email === person.email) throw invalid({ field: 'email', message: 'is already your address' });
  if (!(await provePassword(context, { email: person.email, password: request.password }, client.address))) {
    throw invalid({ field: 'password', message: 'must be your current password' });
  }
  await commitWithMail(context, command, async (session, at) => {
    const isTaken = (await people.findByEmail(email)) !== null;
    await links.voidOfPerson(session, person.id, 'email_change');
    const wanted = {
      id: newId('link'),
      purpose: 'email_change',
      email,
      person_id: person.id,
      isDecoy: isTaken,
    } as const;
    const { link, token } = await links.create(session, wanted);
    const letter = isTaken
      ? writeAccountExists(`${authUrl}/auth/sign-in`)
      : writeEmailChange(toLinkUrl(authUrl, 'email_change', token));
    const expiresAt = new Date(at.getTime() + linkLifetimesMs.email_change);
    const mail = await mails.add(session, toMail(email, letter), {
      linkId: link.id,
      expiresAt,
      origin: 'claimant',
      whenLimited: 'refuse',
    });
    const description = 'Another address was requested.';
    const attributes = { workspace_ids: await memberships.findOnlyWorkspace(person.id) };
    return {
      entries: [{ subject: person.id, type: 'email_change_requested', description, attributes, events: [] }],
      mails: [mail],
      result: undefined,
    };
  });
}

/**
 * Redeems the link for a new email address, and informs the previous address about the change. Invalidates the password
 * links that were sent to the previous address. Rejects with VALIDATION_ERROR, and with CONFLICT if another account now
 * has the new address.
 */
export async function confirmEmailChange(context: Context, command: Command, link: Link): Promise<void> {
  const { links, people } = context;
  const { person_id, email } = link;
  if (person_id === null) throw linkNotValid();
  const before = await people.get(person_id);
  if (!before) throw linkNotValid();
  try {
    await changeAndTell(context, asPerson(command, before), person_id, (person) => ({
      person: { ...person, email, email_confirmed_at: context.clock() },
      type: 'email_changed',
      description: 'The address was changed.',
      beside: {
        events: [],
        write: async (session) => {
          await links.redeem(session, link);
          await links.voidOfPerson(session, person_id, 'password_reset');
        },
      },
      letter: writeEmailChanged(email),
    }));
  } catch (error) {
    if (isDuplicateKey(error)) throw conflict('Another account now has this address.');
    throw error;
  }
}

/** POST /auth/email */
export function requestEmailChangeHandler(context: Context): Handler<EmailChangeRequest> {
  return async (call) => {
    await requestEmailChange(context, call, signedInOf(call).person, call.body, toClient(call));
    return { status: 202, body: { email: call.body.email.trim().toLowerCase() } };
  };
}
