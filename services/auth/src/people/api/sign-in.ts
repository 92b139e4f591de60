import { Problem } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { hasTwoFactor, type Person, parseEmail } from '../../directory/model/person.js';
import { asPerson } from '../../directory/store/tenants.js';
import { createdSession } from '../../sessions/api/created-session.js';
import { toClient } from '../../sessions/api/origin.js';
import type { SignedIn } from '../../sessions/api/signed-in.js';
import { startSession } from '../../sessions/api/start-session.js';
import type { Client } from '../../sessions/store/sessions.js';
import { useCode } from '../../two-factor/api/use-code.js';
import { hashPassword, isOutdated } from '../store/password-hashing.js';
import { provePassword } from './prove-password.js';
import { openStep, sealStep } from './sign-in-step.js';

export interface SignInRequest {
  readonly email: string;
  readonly password: string;
  /** Code of the second factor, if one is set up: a code from the authenticator app, or a recovery code. */
  readonly code?: string;
}

/** Hashes the password again if its hash was made with outdated parameters. */
async function renewHash({ people }: Context, command: Command, person: Person, password: string): Promise<Person> {
  const { password_hash: stored } = person;
  if (stored === null || !isOutdated(stored)) return person;
  const renewed = await hashPassword(password);
  const description = 'The password hash was renewed.';
  return people.change(asPerson(command, person), person.id, (now) =>
    now.password_hash === stored ? { person: { ...now, password_hash: renewed }, type: 'rehashed', description } : null,
  );
}

/**
 * Finds the person with that address and password. Rejects with UNAUTHORIZED, with the same error for an unknown
 * address and a wrong password, and with RATE_LIMIT_EXCEEDED after too many failures.
 */
async function findPerson(
  context: Context,
  command: Command,
  { email, password }: SignInRequest,
  { address }: Client,
): Promise<Person> {
  const person = await provePassword(context, { email: parseEmail(email), password }, address);
  if (person) return renewHash(context, command, person, password);
  throw new Problem('UNAUTHORIZED', 'The email address or the password is wrong.', { reason: 'wrong_credentials' });
}

/**
 * Signs a person in with address and password, and with a code if a second factor is set up. Resolves to a new session.
 * Rejects with UNAUTHORIZED and the reason `wrong_credentials`, `two_factor_required` or `wrong_code`. Rejects with
 * FORBIDDEN if the person is active in no workspace, and with RATE_LIMIT_EXCEEDED after too many failures.
 */
async function signIn(context: Context, command: Command, request: SignInRequest, client: Client): Promise<SignedIn> {
  const person = await findPerson(context, command, request, client);
  if (!hasTwoFactor(person)) return startSession(context, command, person, client);
  if (!request.code) {
    throw new Problem('UNAUTHORIZED', 'A code of the second factor is also required.', {
      reason: 'two_factor_required',
    });
  }
  return startSession(context, command, await useCode(context, command, person, request.code), client);
}

/** Result of the first step: a session, or the proof of the password for the step that asks for the code. */
export type FirstStep = { readonly signedIn: SignedIn } | { readonly step: string };

/**
 * Carries out the first step of a sign-in by forms. Forms don't keep the password until the code is entered. Rejects
 * like `signIn`.
 */
export function beginSignIn(
  context: Context,
  command: Command,
  request: SignInRequest,
  client: Client,
): Promise<FirstStep> {
  return context.countSignIn<FirstStep>(async () => {
    const person = await findPerson(context, command, request, client);
    if (hasTwoFactor(person)) return { step: sealStep(context, person) };
    return { signedIn: await startSession(context, command, person, client) };
  });
}

/**
 * Carries out the second step, with the proof from the first step and a code. Rejects like `signIn`. An expired proof
 * counts as `wrong_credentials`.
 */
export function finishSignIn(
  context: Context,
  command: Command,
  { step, code }: { readonly step: string; readonly code: string },
  client: Client,
): Promise<SignedIn> {
  return context.countSignIn(async () => {
    const person = await openStep(context, step);
    if (!person)
      throw new Problem('UNAUTHORIZED', 'Signing in took too long. Start again.', { reason: 'wrong_credentials' });
    return startSession(context, command, await useCode(context, command, person, code), client);
  });
}

/** POST /auth/session */
export function signInHandler(context: Context): Handler<SignInRequest> {
  return async (call) => {
    const signedIn = await context.countSignIn(() => signIn(context, call, call.body, toClient(call)));
    return createdSession(context, call, signedIn);
  };
}
