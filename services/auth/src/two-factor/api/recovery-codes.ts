import { randomInt } from 'node:crypto';
import type { Context } from '../../context.js';
import type { TwoFactor } from '../../directory/model/person.js';
import { hashSecret, hashSecretByEach } from '../../directory/store/hashing.js';

const maxCodes = 10;
const codeLength = 10;
/**
 * Letters and digits of the codes. Excludes characters that look alike. Ten of these characters have 49 bits of
 * entropy.
 */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Formats a code as two groups of five characters. */
function format(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** Removes the characters that only make a code easier to read and type. */
function normalize(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Creates new recovery codes: `codes` to show once, and `issued` to store. */
export function issueRecoveryCodes({ hashKeys: { current } }: Pick<Context, 'hashKeys'>) {
  const codes = Array.from({ length: maxCodes }, () =>
    Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
  );
  const hashes = codes.map((code) => hashSecret(code, current.secret));
  const issued = { recovery_codes: hashes, recovery_codes_key_id: current.id };
  return { issued, codes: codes.map(format) };
}

/** Returns the factor without the recovery code, or null if it has no such code. */
export function spendRecoveryCode(
  { hashKeys }: Pick<Context, 'hashKeys'>,
  factor: TwoFactor,
  code: string,
): TwoFactor | null {
  const hashes = hashSecretByEach(normalize(code), hashKeys);
  const left = factor.recovery_codes.filter((hash) => !hashes.includes(hash));
  return left.length < factor.recovery_codes.length ? { ...factor, recovery_codes: left } : null;
}
