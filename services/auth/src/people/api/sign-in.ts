import { createSystemCaller } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { hasTwoFactor, type Person, parseEmail } from '../../directory/model/person.js';
import { asPerson, directory } from '../../directory/store/tenants.js';
import { newOrigin } from '../../sessions/api/origin.js';
import type { SignedIn } from '../../sessions/api/signed-in.js';
import { startSession } from '../../sessions/api/start-session.js';
import type { Client } from '../../sessions/store/sessions.js';
import { useCode } from '../../two-factor/api/two-factor-codes.js';
import { hashPassword, isOutdated } from '../store/password-hashing.js';
import { provePassword } from './prove-password.js';
import { openStep, sealStep } from './sign-in-step.js';

export interface SignInRequest {
  readonly email: string;
  readonly password: string;
  /** Of the second factor, where one is set up: from the app, or a recovery code. */
  readonly code?: string;
}

/** A command of nobody who is known: what visitors do before they are signed in. */
export function createVisitorCommand({ requestId, traceparent } = newOrigin()): Command {
  return { caller: createSystemCaller(directory, 'visitor', requestId, { traceparent }) };
}

/** The person with a password that is hashed as new ones are. */
async function renewHash({ people }: Context, command: Command, person: Person, password: string): Promise<Person> {
  const { password_hash: stored } = person;
  if (stored === null || !isOutdated(stored)) return person;
  const renewed = await hashPassword(password);
  const description = 'The password was hashed anew.';
  return people.change(asPerson(command, person), person.id, (now) =>
    now.password_hash === stored ? { person: { ...now, password_hash: renewed }, type: 'rehashed', description } : null,
  );
}

/**
 * The person whose address and password these are. Rejects with UNAUTHORIZED, the same for an unknown address and a wrong password, and
 * with RATE_LIMIT_EXCEEDED after too many failures.
 */
async function findPerson(
  context: Context,
  command: Command,
  { email, password }: SignInRequest,
  { address }: Client,
): Promise<Person> {
  const person = await provePassword(context, { email: parseEmail(email), password }, address);
  if (person) return renewHash(context, command, person, password);
  throw new Problem('UNAUTHORIZED', 'The e-mail address or the password is wrong.', { reason: 'wrong_credentials' });
}

/**
 * Signs a person in by address and password, and by a code where a second factor is set up, with a new session. Rejects with
 * UNAUTHORIZED and one of the reasons `wrong_credentials`, `two_factor_required` and `wrong_code`; with FORBIDDEN when the person is
 * active in no workspace; with RATE_LIMIT_EXCEEDED after too many failures.
 */
export async function signIn(
  context: Context,
  command: Command,
  request: SignInRequest,
  client: Client,
): Promise<SignedIn> {
  const person = await findPerson(context, command, request, client);
  if (!hasTwoFactor(person)) return startSession(context, command, person, client);
  if (!request.code) {
    throw new Problem('UNAUTHORIZED', 'The code of the second factor is needed, too.', {
      reason: 'two_factor_required',
    });
  }
  return startSession(context, command, await useCode(context, command, person, request.code), client);
}

/** What a sign-in by password comes to: a session, or the proof of the password, for the step in which the code is asked for. */
export type FirstStep = { readonly signedIn: SignedIn } | { readonly step: string };

/** The first step of signing in by forms, which do not keep the password until the code is there. Rejects as `signIn` does. */
export async function beginSignIn(
  context: Context,
  command: Command,
  request: SignInRequest,
  client: Client,
): Promise<FirstStep> {
  const person = await findPerson(context, command, request, client);
  if (hasTwoFactor(person)) return { step: sealStep(context, person) };
  return { signedIn: await startSession(context, command, person, client) };
}

/** The second step, by the proof of the first one and a code. Rejects as `signIn` does, with `wrong_credentials` for an old proof. */
export async function finishSignIn(
  context: Context,
  command: Command,
  { step, code }: { readonly step: string; readonly code: string },
  client: Client,
): Promise<SignedIn> {
  const person = await openStep(context, step);
  if (!person) throw new Problem('UNAUTHORIZED', 'Begin again: that took too long.', { reason: 'wrong_credentials' });
  return startSession(context, command, await useCode(context, command, person, code), client);
}
