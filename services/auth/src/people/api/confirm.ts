import { ok } from '@plotline/kit/core/answer';
import { Problem } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { type Link, linkNotValid } from '../../mail/model/link.js';
import { matchesPassword } from '../store/password-hashing.js';
import { confirmEmailChange } from './change-email.js';
import { confirmSignUp } from './sign-up.js';

/** Email address that was confirmed. */
interface Confirmed {
  readonly purpose: 'sign_up' | 'email_change';
  readonly email: string;
}

interface OpenConfirmation extends Confirmed {
  readonly link: Link;
}

/**
 * Finds the sign-up or email change that a link would confirm. Rejects with VALIDATION_ERROR unless the link can be
 * redeemed now.
 */
export async function findConfirmation({ links }: Context, token: string): Promise<OpenConfirmation> {
  const link = await links.find(token);
  const { purpose, email } = link;
  if (purpose !== 'sign_up' && purpose !== 'email_change') throw linkNotValid();
  return { link, purpose, email };
}

/**
 * Rejects with VALIDATION_ERROR and the reason `wrong_password` if the password isn't the one of the person who
 * requested the link. The link only proves who owns the address. The password proves that the owner also made the
 * request. Without it, somebody could enter a stranger's address and wait until the stranger opens the link. Then they
 * would know the password of an account in the stranger's name.
 */
async function assertAskedFor({ links, people }: Context, { link }: OpenConfirmation, password: string): Promise<void> {
  const person = link.person_id === null ? null : await people.get(link.person_id);
  if (await matchesPassword(password, link.sign_up?.password_hash ?? person?.password_hash ?? null)) return;
  await links.countWrongPassword(link);
  const details = [{ field: 'password', message: 'must be the password of the person who requested the link' }];
  throw new Problem('VALIDATION_ERROR', 'The password is wrong.', { reason: 'wrong_password', details });
}

/**
 * Redeems the link that confirms an email address, for a sign-up or an email change. Needs the password of the person
 * who requested the link. After five wrong passwords the link is invalid. Rejects with VALIDATION_ERROR, and with
 * CONFLICT if another account now has the address.
 */
export async function confirm(
  context: Context,
  command: Command,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<Confirmed> {
  const confirmation = await findConfirmation(context, token);
  await assertAskedFor(context, confirmation, password);
  const { link, purpose, email } = confirmation;
  if (purpose === 'sign_up') await confirmSignUp(context, command, link);
  else await confirmEmailChange(context, command, link);
  return { purpose, email };
}

/** POST /auth/confirmations */
export function confirmAddressHandler(
  context: Context,
): Handler<{ readonly token: string; readonly password: string }> {
  return async (call) => ok(await confirm(context, call, call.body));
}
