import { setTimeout as sleep } from 'node:timers/promises';
import { invalid } from '@plotline/kit/errors';
import { type AddressGuard, AddressRefused } from './address-guard.js';

const resolveWithinMs = 1_000;

function parse(text: string): URL {
  if (!URL.canParse(text)) throw invalid({ field: 'url', message: 'must be a valid URL' });
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw invalid({ field: 'url', message: 'must be an http or https URL' });
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid({ field: 'url', message: 'must not carry a user name or password' });
  }
  return url;
}

/** Throws VALIDATION_ERROR unless the text is a URL that deliveries may go to. */
export type AssertReceiver = (url: string) => Promise<void>;

/**
 * The check of a receiver's URL when it is given. A name that cannot be resolved in a second passes: it is checked again,
 * and dialled only if public, at every attempt.
 */
export function createReceiverCheck(guard: AddressGuard): AssertReceiver {
  return async (text) => {
    const { hostname } = parse(text);
    const timer = new AbortController();
    const refused = guard.resolve(hostname).then(
      () => false,
      (error: unknown) => error instanceof AddressRefused,
    );
    const late = sleep(resolveWithinMs, false, { signal: timer.signal, ref: false }).catch(() => false);
    const isRefused = await Promise.race([refused, late]);
    timer.abort();
    if (isRefused) throw invalid({ field: 'url', message: 'must not point to a private or reserved address' });
  };
}
