import { setTimeout as sleep } from 'node:timers/promises';
import type { ProblemDetail } from '@plotline/kit/errors';
import { type AddressGuard, AddressRefused } from './address-guard.js';

const resolveWithinMs = 1_000;

/** The scheme and a host as written: URL's own parser takes `http:///path` for a host of that name. */
const withHost = /^https?:\/\/[^/?#\\]/i;
const nowhere = /^\.*$/;

/** What is wrong with the text itself, or null. */
function textFault(text: string): string | null {
  if (!URL.canParse(text)) return 'must be a valid URL';
  const { protocol, username, password, hostname, port } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return 'must be an http or https URL';
  if (!withHost.test(text) || nowhere.test(hostname)) return 'must name a host';
  if (port === '0') return 'must not have port 0';
  return username === '' && password === '' ? null : 'must not carry a user name or password';
}

/** What keeps deliveries from going to a URL; nothing when it is not given. */
export type ReceiverFaults = (url: string | undefined) => Promise<ProblemDetail[]>;

/**
 * The check of a receiver's URL when it is given. A name that cannot be resolved in a second passes: it is checked again,
 * and dialled only if public, at every attempt.
 */
export function createReceiverCheck(guard: AddressGuard): ReceiverFaults {
  const isRefused = async (hostname: string): Promise<boolean> => {
    const timer = new AbortController();
    const refused = guard.resolve(hostname).then(
      () => false,
      (error: unknown) => error instanceof AddressRefused,
    );
    const late = sleep(resolveWithinMs, false, { signal: timer.signal, ref: false }).catch(() => false);
    const answer = await Promise.race([refused, late]);
    timer.abort();
    return answer;
  };
  return async (text) => {
    if (text === undefined) return [];
    const fault = textFault(text);
    if (fault !== null) return [{ field: 'url', message: fault }];
    const { hostname } = new URL(text);
    if (!(await isRefused(hostname))) return [];
    return [{ field: 'url', message: 'must not point to a private or reserved address' }];
  };
}
