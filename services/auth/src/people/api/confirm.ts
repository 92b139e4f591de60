import { Problem } from '@plotline/kit/core/errors';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { type Link, linkNotValid } from '../../mail/model/link.js';
import { matchesPassword } from '../store/password-hashing.js';
import { confirmEmailChange } from './change-email.js';
import { confirmSignUp } from './sign-up.js';

/** What a confirmation is of. */
export interface Confirmed {
  readonly purpose: 'sign_up' | 'email_change';
  /** The address that is confirmed. */
  readonly email: string;
}

interface OpenConfirmation extends Confirmed {
  readonly link: Link;
}

/** What the link would confirm, if it can be redeemed now. Rejects with VALIDATION_ERROR otherwise. */
export async function findConfirmation({ links }: Context, token: string): Promise<OpenConfirmation> {
  const link = await links.find(token);
  const { purpose, email } = link;
  if (purpose !== 'sign_up' && purpose !== 'email_change') throw linkNotValid();
  return { link, purpose, email };
}

/**
 * Rejects with VALIDATION_ERROR and the reason `wrong_password` unless it is the password of whoever asked for the link. The link
 * proves whose the address is; only the password proves that the same person asked: anybody can name somebody else's address, and
 * would have an account in that name, with a password of their own, once its owner followed the link.
 */
async function assertAskedFor({ links, people }: Context, { link }: OpenConfirmation, password: string): Promise<void> {
  const person = link.person_id === null ? null : await people.get(link.person_id);
  if (await matchesPassword(password, link.sign_up?.password_hash ?? person?.password_hash ?? null)) return;
  await links.countWrongPassword(link);
  const details = [{ field: 'password', message: 'is not the password of whoever asked for this' }];
  throw new Problem('VALIDATION_ERROR', 'The password is wrong.', { reason: 'wrong_password', details });
}

/**
 * Redeems the link by which an address is confirmed, of a sign-up or a change of email, with the password of whoever asked for it. Five
 * wrong ones use the link up. Rejects with VALIDATION_ERROR; what the request was of may reject with CONFLICT.
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
