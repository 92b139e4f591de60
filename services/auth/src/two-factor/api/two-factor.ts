import { randomInt } from 'node:crypto';
import { conflict, invalid, Problem } from '@plotline/kit/core/errors';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { Secret } from 'otpauth';
import type { Context } from '../../context.js';
import { hasTwoFactor, type Person } from '../../directory/model/person.js';
import { hashSecret } from '../../directory/store/hashing.js';
import { writeRecoveryCodesRenewed, writeTwoFactorRemoved, writeTwoFactorSetUp } from '../../mail/model/notices.js';
import { changeAndTell } from '../../mail/work/change-and-tell.js';
import { isRecent, type SignedIn } from '../../sessions/api/signed-in.js';
import {
  createGenerator,
  createTwoFactorSeal,
  findUnusedStep,
  formatRecoveryCode,
  limitCodes,
  proveCode,
} from './two-factor-codes.js';

const recoveryCodes = 10;
const recoveryCodeLength = 10;
/** Without characters that look alike: 49 bits in ten of them. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A secret to be put into an authenticator app. */
export interface Enrolment {
  /** Base32. */
  readonly secret: string;
  /** `otpauth://totp/…`, as it is in a QR code. */
  readonly uri: string;
}

/** Throws FORBIDDEN unless the sign-in was lately: a session that somebody found open does not change how one signs in. */
export function assertRecent(context: Context, signedIn: SignedIn): void {
  if (isRecent(context, signedIn)) return;
  throw new Problem('FORBIDDEN', 'Sign in again first: this takes a sign-in of the last 15 minutes.', {
    reason: 'sign_in_again',
  });
}

function issueRecoveryCodes({ hashKeys: { current } }: Context) {
  const codes = Array.from({ length: recoveryCodes }, () =>
    Array.from({ length: recoveryCodeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
  );
  const hashes = codes.map((code) => hashSecret(code, current.secret));
  const issued = { recovery_codes: hashes, recovery_codes_key_id: current.id };
  return { issued, codes: codes.map(formatRecoveryCode) };
}

/**
 * Begins to set up a second factor; one that was begun before is dropped. Rejects with CONFLICT when one is set up, and with FORBIDDEN
 * unless the sign-in was lately.
 */
export async function startTwoFactor(context: Context, command: Command, signedIn: SignedIn): Promise<Enrolment> {
  assertRecent(context, signedIn);
  const { id } = signedIn.person;
  const secret = new Secret({ size: 20 });
  const sealed = createTwoFactorSeal(context).seal(secret.base32, id);
  const person = await context.people.change(command, id, (now) => {
    if (hasTwoFactor(now)) throw conflict('A second factor is set up; remove it first.');
    const two_factor = { secret: sealed, confirmed_at: null, last_step: 0, recovery_codes: [] };
    return { person: { ...now, two_factor }, type: 'two_factor_begun', description: 'A second factor was begun.' };
  });
  return { secret: secret.base32, uri: createGenerator(person.email, secret).toString() };
}

/**
 * The secret that the person has begun to set up and not yet shown a code of; null when there is none, and unless the sign-in was
 * lately: whoever sees the secret has the factor.
 */
export function findEnrolment(context: Context, signedIn: SignedIn): Enrolment | null {
  const { id, email, two_factor } = signedIn.person;
  if (!two_factor || two_factor.confirmed_at || !isRecent(context, signedIn)) return null;
  const secret = Secret.fromBase32(createTwoFactorSeal(context).open(two_factor.secret, id));
  return { secret: secret.base32, uri: createGenerator(email, secret).toString() };
}

/**
 * Sets the second factor up by a code of it; resolves to recovery codes, which are shown once. Sessions of the person that were begun
 * without it end. Rejects with VALIDATION_ERROR for a wrong code, with CONFLICT when nothing was begun, and with FORBIDDEN unless the
 * sign-in was lately.
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
    if (!factor || factor.confirmed_at) throw conflict('No second factor was begun.');
    const step = findUnusedStep(context, person, factor, code, context.clock());
    if (step === null) throw invalid({ field: 'code', message: 'is not the current code of the app' });
    const two_factor = { ...factor, confirmed_at: at, last_step: step, ...issued };
    const description = 'A second factor was set up.';
    const letter = writeTwoFactorSetUp();
    return { person: { ...person, two_factor }, type: 'two_factor_set_up', description, beside, letter };
  };
  await limitCodes(context, id, () => changeAndTell(context, command, id, decide));
  return codes;
}

/**
 * Removes the second factor, where there is one, with a code of it. Rejects with CONFLICT where a workspace requires it, with
 * VALIDATION_ERROR for a code that is missing or wrong, and as `startTwoFactor` does.
 */
export async function removeTwoFactor(
  context: Context,
  command: Command,
  signedIn: SignedIn,
  code: string | undefined,
): Promise<void> {
  assertRecent(context, signedIn);
  const { person, access } = signedIn;
  const requiring = access.find(({ requiresTwoFactor }) => requiresTwoFactor);
  if (requiring) {
    throw new Problem('CONFLICT', `${requiring.workspace.name} requires a second factor.`, {
      reason: 'two_factor_required',
    });
  }
  await proveCode(context, command, person, code);
  await changeAndTell(context, command, person.id, (now) =>
    now.two_factor
      ? {
          person: { ...now, two_factor: null },
          type: 'two_factor_removed',
          description: 'The second factor was removed.',
          letter: writeTwoFactorRemoved(),
        }
      : null,
  );
}

/**
 * Issues new recovery codes in place of those that are left, with a code of the factor. Rejects with CONFLICT without a second factor, with
 * VALIDATION_ERROR for a code that is missing or wrong, and as `startTwoFactor` does.
 */
export async function renewRecoveryCodes(
  context: Context,
  command: Command,
  signedIn: SignedIn,
  code: string | undefined,
): Promise<readonly string[]> {
  assertRecent(context, signedIn);
  const { id } = signedIn.person;
  await proveCode(context, command, signedIn.person, code);
  const { codes, issued } = issueRecoveryCodes(context);
  await changeAndTell(context, command, id, (person) => {
    if (!person.two_factor?.confirmed_at) throw conflict('No second factor is set up.');
    const two_factor = { ...person.two_factor, ...issued };
    const description = 'New recovery codes were issued.';
    const letter = writeRecoveryCodesRenewed();
    return { person: { ...person, two_factor }, type: 'recovery_codes_issued', description, letter };
  });
  return codes;
}
