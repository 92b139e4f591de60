import { Problem } from '@plotline/kit/errors';
import type { Command } from '@plotline/kit/idempotency/command';
import { createSeal, type Seal } from '@plotline/kit/seal';
import { Secret, TOTP } from 'otpauth';
import type { Context } from '../context.js';
import { attemptWindowMs } from '../domain/attempt-limits.js';
import type { Person, TwoFactor } from '../domain/person.js';
import { hashSecretByEach } from '../store/hashing.js';
import { tooManyAttempts } from './prove-password.js';

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
 * Counts an attempt before the code is looked at, so that guesses sent at the same time count; a right code clears the count. Rejects
 * with RATE_LIMIT_EXCEEDED, for everybody who has the password, after ten wrong ones in 15 minutes.
 */
export async function limitCodes<T>(
  { failures, clock }: Context,
  personId: string,
  check: () => Promise<T>,
): Promise<T> {
  const key = `code ${personId}`;
  const [count] = await failures.add([key], attemptWindowMs);
  if (count && count.failures > maxWrongCodes) throw tooManyAttempts(count.resetAt, clock());
  const result = await check();
  await failures.clear(key);
  return result;
}

/** Uses a code of the person's second factor, from the app or for recovery, each once. Rejects with UNAUTHORIZED. */
export function useCode(context: Context, command: Command, { id }: Person, code: string): Promise<Person> {
  return limitCodes(context, id, () =>
    context.people.change(command, id, (person) => {
      const factor = person.two_factor;
      const spent = factor && spend(context, person, factor, code, context.clock());
      if (!spent) throw wrongCode();
      const isRecovery = spent.recovery_codes.length < factor.recovery_codes.length;
      const type = isRecovery ? 'recovery_code_used' : 'code_used';
      const description = isRecovery ? 'A recovery code was used.' : 'A code of the second factor was used.';
      return { person: { ...person, two_factor: spent }, type, description };
    }),
  );
}
