import { hash } from 'node:crypto';
import type { Mode } from '@plotline/kit/core/caller';
import { createToken, isWellFormedToken } from '@plotline/kit/core/secrets';

/** Prefixes that show the mode, because the hooks of both modes are on the same host. */
const prefixes: Readonly<Record<Mode, string>> = { live: 'hook_live_', sandbox: 'hook_test_' };

/** Creates the secret part of a connection's hook address. */
export function createHookToken(mode: Mode): string {
  return createToken(prefixes[mode]);
}

/** Hashes a hook token. The token is random, so a plain hash is enough. */
export function hashHookToken(token: string): string {
  return hash('sha256', `connection hook ${token}`);
}

/** Returns the mode of a well-formed token, or null. Finds typing errors and most guesses without a query. */
export function readHookMode(token: string): Mode | null {
  if (isWellFormedToken(token, prefixes.live)) return 'live';
  return isWellFormedToken(token, prefixes.sandbox) ? 'sandbox' : null;
}
