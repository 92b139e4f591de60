import { invalid, Problem } from '@plotline/kit/core/errors';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { hasTwoFactor, type Person, type TwoFactor } from '../../directory/model/person.js';
import { asPerson } from '../../directory/store/tenants.js';
import { toMail } from '../../mail/model/letter.js';
import { commitWithMail } from '../../mail/work/commit-with-mail.js';
import { writeWrongCodes } from '../model/notices.js';
import { limitCodes } from '../store/wrong-codes.js';
import { spendRecoveryCode } from './recovery-codes.js';
import { findUnusedStep } from './totp.js';

/** Lifetime of the warning about guessed codes. After it, the warning is no longer useful. */
const warningTtlMs = 24 * 3_600_000;

/** Warns the person by email that someone who knows the password is guessing codes. */
async function mailWarning(context: Context, command: Command, { email }: Person): Promise<void> {
  await commitWithMail(context, command, async (session, at) => {
    const expiresAt = new Date(at.getTime() + warningTtlMs);
    const options = { expiresAt, origin: 'account', whenLimited: 'drop' } as const;
    return { mails: [await context.mails.add(session, toMail(email, writeWrongCodes()), options)], result: undefined };
  });
}

/** Returns the factor with the code marked as used, or null if the code is wrong or already used. */
function spend(context: Context, person: Person, factor: TwoFactor, code: string): TwoFactor | null {
  const step = findUnusedStep(context, person, factor, code, context.clock());
  return step === null ? spendRecoveryCode(context, factor, code) : { ...factor, last_step: step };
}

function wrongCode(): Problem {
  return new Problem('UNAUTHORIZED', 'The code is wrong, or was already used.', { reason: 'wrong_code' });
}

/**
 * Uses a code of the person's second factor: a code from the authenticator app, or a recovery code. Each code works
 * once. Rejects with UNAUTHORIZED, and with RATE_LIMIT_EXCEEDED after too many wrong codes.
 */
export function useCode(context: Context, command: Command, proven: Person, code: string): Promise<Person> {
  const { id } = proven;
  const use = () =>
    context.people.change(asPerson(command, proven), id, (person) => {
      const factor = person.two_factor;
      const spent = factor && spend(context, person, factor, code);
      if (!spent) throw wrongCode();
      const isRecovery = spent.recovery_codes.length < factor.recovery_codes.length;
      const type = isRecovery ? 'recovery_code_used' : 'code_used';
      const description = isRecovery ? 'A recovery code was used.' : 'A code of the second factor was used.';
      return { person: { ...person, two_factor: spent }, type, description };
    });
  return limitCodes(context, id, use, () => mailWarning(context, command, proven));
}

/**
 * Checks a code for an action in a session, and marks it as used. Does nothing without a second factor. Rejects with
 * VALIDATION_ERROR for a missing or wrong code, because 401 would mean that the session has ended.
 */
export async function proveCode(
  context: Context,
  command: Command,
  person: Person,
  code: string | undefined,
): Promise<void> {
  if (!hasTwoFactor(person)) return;
  if (!code) throw invalid({ field: 'code', message: 'is required because a second factor is set up' });
  try {
    await useCode(context, command, person, code);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'UNAUTHORIZED') throw error;
    throw invalid({ field: 'code', message: 'is wrong, or was already used' });
  }
}
