import { invalid, Problem } from '@plotline/kit/core/errors';
import { createSeal, type Seal } from '@plotline/kit/core/seal';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { Secret, TOTP } from 'otpauth';
import type { Context } from '../../context.js';
import { hasTwoFactor, type Person, type TwoFactor } from '../../directory/model/person.js';
import { hashSecretByEach } from '../../directory/store/hashing.js';
import { asPerson } from '../../directory/store/tenants.js';
import { toMail } from '../../mail/model/letter.js';
import { writeWrongCodes } from '../../mail/model/notices.js';
import { commitWithMail } from '../../mail/work/commit-with-mail.js';
import { tooManyAttempts } from '../../people/api/prove-password.js';
import { attemptWindowMs } from '../../throttling/model/attempt-limits.js';

/** Without what only makes a code easier to read and type. */
function normalizeRecoveryCode(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** A code as it is shown: two groups of five characters. */
export function formatRecoveryCode(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** What authenticator apps show beside the address. */
const issuer = 'Plotline';
const periodSeconds = 30;
/** Steps before and after the current one whose codes are taken: clocks differ, and typing takes time. */
const window = 1;
/** Codes are few enough to be guessed by somebody who has the password: an account has this many wrong ones in a window. */
const maxWrongCodes = 10;
/** Windows do not begin anew for ever: after so many wrong ones in a day codes are refused until it is over, or the password is another. */
const maxWrongCodesPerDay = 30;
const dayMs = 24 * 3_600_000;

const countsOf = (personId: string) => ({ window: `code ${personId}`, day: `codes of a day ${personId}` });

/** Forgets the wrong codes: of somebody with another password, whoever guessed knows the former one. */
export async function forgetWrongCodes({ failures }: Pick<Context, 'failures'>, personId: string): Promise<void> {
  await Promise.all(Object.values(countsOf(personId)).map((key) => failures.clear(key)));
}

/** Mails the person that somebody who has the password guesses codes. */
async function tellOfWrongCodes(context: Context, command: Command, { email }: Person): Promise<void> {
  await commitWithMail(context, command, async (session, at) => {
    const options = { expiresAt: new Date(at.getTime() + dayMs), origin: 'account', whenLimited: 'drop' } as const;
    return { mails: [await context.mails.add(session, toMail(email, writeWrongCodes()), options)], result: undefined };
  });
}

/** Seals the secrets of second factors. */
export function createTwoFactorSeal({ sealKeys }: Pick<Context, 'sealKeys'>): Seal {
  return createSeal(sealKeys, 'plotline second factors v1');
}

/** The generator of a secret (RFC 6238: SHA-1, six digits, 30 seconds, as all authenticator apps have it). */
export function createGenerator(email: string, secret: Secret): TOTP {
  return new TOTP({ issuer, label: email, algorithm: 'SHA1', digits: 6, period: periodSeconds, secret });
}

/** The time step of a code of this factor that was not used yet, or null. */
export function findUnusedStep(
  context: Context,
  person: Person,
  factor: TwoFactor,
  code: string,
  at: Date,
): number | null {
  const secret = Secret.fromBase32(createTwoFactorSeal(context).open(factor.secret, person.id));
  const timestamp = at.getTime();
  const delta = createGenerator(person.email, secret).validate({
    token: code.replaceAll(/\s/g, ''),
    timestamp,
    window,
  });
  if (delta === null) return null;
  const step = TOTP.counter({ period: periodSeconds, timestamp }) + delta;
  return step > factor.last_step ? step : null;
}

/** The factor without the recovery code, or null when it has no such code. */
function spendRecoveryCode({ hashKeys }: Context, factor: TwoFactor, code: string): TwoFactor | null {
  const normalized = normalizeRecoveryCode(code);
  const hashes = hashSecretByEach(normalized, hashKeys);
  const left = factor.recovery_codes.filter((hash) => !hashes.includes(hash));
  return left.length < factor.recovery_codes.length ? { ...factor, recovery_codes: left } : null;
}

/** The factor after the code was used, or null when it is wrong or was used before. */
function spend(context: Context, person: Person, factor: TwoFactor, code: string, at: Date): TwoFactor | null {
  const step = findUnusedStep(context, person, factor, code, at);
  return step === null ? spendRecoveryCode(context, factor, code) : { ...factor, last_step: step };
}

function wrongCode(): Problem {
  return new Problem('UNAUTHORIZED', 'The code is wrong, or was used before.', { reason: 'wrong_code' });
}

/**
 * Counts an attempt before the code is looked at, so that guesses sent at the same time count; a right code clears the count of the window.
 * Rejects with RATE_LIMIT_EXCEEDED, for everybody who has the password, after ten wrong ones in 15 minutes or thirty in a day. `onLimit`
 * is called when the tenth is wrong.
 */
export async function limitCodes<T>(
  { failures, clock }: Context,
  personId: string,
  check: () => Promise<T>,
  onLimit: () => Promise<void> = async () => undefined,
): Promise<T> {
  const keys = countsOf(personId);
  const [[inWindow], [inDay]] = await Promise.all([
    failures.add([keys.window], attemptWindowMs),
    failures.add([keys.day], dayMs),
  ]);
  if (inDay && inDay.failures > maxWrongCodesPerDay) {
    throw tooManyAttempts(inDay.resetAt, clock(), 'Too many wrong codes today; a new password lets you try again.');
  }
  if (inWindow && inWindow.failures > maxWrongCodes) {
    await failures.forgive(keys.day);
    throw tooManyAttempts(inWindow.resetAt, clock());
  }
  try {
    const result = await check();
    await Promise.all([failures.clear(keys.window), failures.forgive(keys.day)]);
    return result;
  } catch (error) {
    if (inWindow?.failures === maxWrongCodes && error instanceof Problem) await onLimit();
    throw error;
  }
}

/** Uses a code of the person's second factor, from the app or for recovery, each once. Rejects with UNAUTHORIZED. */
export function useCode(context: Context, command: Command, proven: Person, code: string): Promise<Person> {
  const { id } = proven;
  const use = () =>
    context.people.change(asPerson(command, proven), id, (person) => {
      const factor = person.two_factor;
      const spent = factor && spend(context, person, factor, code, context.clock());
      if (!spent) throw wrongCode();
      const isRecovery = spent.recovery_codes.length < factor.recovery_codes.length;
      const type = isRecovery ? 'recovery_code_used' : 'code_used';
      const description = isRecovery ? 'A recovery code was used.' : 'A code of the second factor was used.';
      return { person: { ...person, two_factor: spent }, type, description };
    });
  return limitCodes(context, id, use, () => tellOfWrongCodes(context, command, proven));
}

/**
 * Uses a code in a session, for what takes one; nothing without a second factor. Rejects with VALIDATION_ERROR for a code that is missing
 * or wrong, as 401 would say that the session is over.
 */
export async function proveCode(
  context: Context,
  command: Command,
  person: Person,
  code: string | undefined,
): Promise<void> {
  if (!hasTwoFactor(person)) return;
  if (!code) throw invalid({ field: 'code', message: 'is required, as a second factor is set up' });
  try {
    await useCode(context, command, person, code);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'UNAUTHORIZED') throw error;
    throw invalid({ field: 'code', message: 'is wrong, or was used before' });
  }
}
