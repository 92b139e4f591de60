import { created, ok } from '@plotline/kit/core/answer';
import { conflict, invalid } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { Secret } from 'otpauth';
import type { Context } from '../../context.js';
import { hasTwoFactor, type Person } from '../../directory/model/person.js';
import { changeAndTell } from '../../mail/work/change-and-tell.js';
import { signedInOf } from '../../sessions/api/authenticate.js';
import { assertRecent, isRecent, type SignedIn } from '../../sessions/api/signed-in.js';
import { writeTwoFactorSetUp } from '../model/notices.js';
import { limitCodes } from '../store/wrong-codes.js';
import { issueRecoveryCodes } from './recovery-codes.js';
import { createGenerator, createTwoFactorSeal, findUnusedStep } from './totp.js';

/** A secret for an authenticator app. */
export interface Enrolment {
  /** Base32. */
  readonly secret: string;
  /** `otpauth://totp/…`, as in the QR code. */
  readonly uri: string;
}

/**
 * Starts the setup of a second factor. Replaces an unfinished setup. Rejects with CONFLICT if a second factor is set
 * up, and with FORBIDDEN unless the sign-in was recent.
 */
export async function startTwoFactor(context: Context, command: Command, signedIn: SignedIn): Promise<Enrolment> {
  assertRecent(context, signedIn);
  const { id } = signedIn.person;
  const secret = new Secret({ size: 20 });
  const sealed = createTwoFactorSeal(context).seal(secret.base32, id);
  const person = await context.people.change(command, id, (now) => {
    if (hasTwoFactor(now)) throw conflict('A second factor is already set up. Remove it first.');
    const two_factor = { secret: sealed, confirmed_at: null, last_step: 0, recovery_codes: [] };
    return {
      person: { ...now, two_factor },
      type: 'two_factor_begun',
      description: 'The setup of a second factor was started.',
    };
  });
  return { secret: secret.base32, uri: createGenerator(person.email, secret).toString() };
}

/**
 * Returns the secret of a setup that waits for its first code. Returns null if there is no such setup. Also returns
 * null if the sign-in wasn't recent, because anyone who knows the secret can create codes.
 */
export function findEnrolment(context: Context, signedIn: SignedIn): Enrolment | null {
  const { id, email, two_factor } = signedIn.person;
  if (!two_factor || two_factor.confirmed_at || !isRecent(context, signedIn)) return null;
  const secret = Secret.fromBase32(createTwoFactorSeal(context).open(two_factor.secret, id));
  return { secret: secret.base32, uri: createGenerator(email, secret).toString() };
}

/**
 * Finishes the setup with a code of the new factor. Resolves to recovery codes, which are shown once. Ends the person's
 * other sessions, which began without the factor. Rejects with VALIDATION_ERROR for a wrong code, with CONFLICT if no
 * setup was started, and with FORBIDDEN unless the sign-in was recent.
 */
export async function confirmTwoFactor(
  context: Context,
  command: Command,
  signedIn: SignedIn,
  code: string,
): Promise<readonly string[]> {
  assertRecent(context, signedIn);
  const { id } = signedIn.person;
  const { codes, issued } = issueRecoveryCodes(context);
  const beside = await context.sessions.endBeside(id, signedIn.session.id);
  const decide = (person: Person, at: Date) => {
    const factor = person.two_factor;
    if (!factor || factor.confirmed_at) throw conflict('The setup of a second factor was not started.');
    const step = findUnusedStep(context, person, factor, code, context.clock());
    if (step === null)
      throw invalid({ field: 'code', message: 'must be the current code from your authenticator app' });
    const two_factor = { ...factor, confirmed_at: at, last_step: step, ...issued };
    const description = 'A second factor was set up.';
    const letter = writeTwoFactorSetUp();
    return { person: { ...person, two_factor }, type: 'two_factor_set_up', description, beside, letter };
  };
  await limitCodes(context, id, () => changeAndTell(context, command, id, decide));
  return codes;
}

/** POST /auth/two-factor */
export function startTwoFactorHandler(context: Context): Handler {
  return async (call) => created(await startTwoFactor(context, call, signedInOf(call)));
}

/** PUT /auth/two-factor */
export function confirmTwoFactorHandler(context: Context): Handler<{ readonly code: string }> {
  return async (call) =>
    ok({ recovery_codes: await confirmTwoFactor(context, call, signedInOf(call), call.body.code) });
}
