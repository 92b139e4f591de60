import type { Mode } from '@plotline/kit/core/caller';
import type { ProblemDetail } from '@plotline/kit/core/errors';
import type { FieldValues } from '../../../vendors/model/field-values.js';

/** Prefixes of secret and restricted keys, by mode (docs.stripe.com/keys). */
const prefixes: Readonly<Record<Mode, readonly string[]>> = {
  live: ['sk_live_', 'rk_live_'],
  sandbox: ['sk_test_', 'rk_test_'],
};
const kindOf: Readonly<Record<Mode, string>> = { live: 'live', sandbox: 'test' };

const hasPrefix = (key: string, mode: Mode) => prefixes[mode].some((prefix) => key.startsWith(prefix));

function findKeyFault(key: string, mode: Mode): string | null {
  if (hasPrefix(key, mode)) return null;
  const expected = `Use one that begins with ${prefixes[mode].join(' or ')}.`;
  const other: Mode = mode === 'live' ? 'sandbox' : 'live';
  if (hasPrefix(key, other)) return `is a ${kindOf[other]} key, and this is ${mode} data. ${expected}`;
  return `must be a secret or restricted key of Stripe. ${expected}`;
}

/**
 * Finds keys of the wrong mode or kind. Prevents test keys from being used for live records, and live keys for test
 * records.
 */
export function findKeyFaults(credentials: FieldValues, mode: Mode): ProblemDetail[] {
  const { secret_key: key, webhook_secret: secret } = credentials;
  const keyFault = key ? findKeyFault(key, mode) : null;
  const isSecretWrong = secret !== undefined && secret !== '' && !secret.startsWith('whsec_');
  return [
    ...(keyFault === null ? [] : [{ field: 'credentials.secret_key', message: keyFault }]),
    ...(isSecretWrong ? [{ field: 'credentials.webhook_secret', message: 'must begin with whsec_' }] : []),
  ];
}

/** Returns the prefix and the last four characters: `sk_live_…a1b2`. */
export function toKeyHint({ secret_key: key = '' }: FieldValues): string {
  const prefix = Object.values(prefixes)
    .flat()
    .find((one) => key.startsWith(one));
  return `${prefix ?? ''}…${key.slice(-4)}`;
}
