import { setTimeout as sleep } from 'node:timers/promises';
import type { ProblemDetail } from '@plotline/kit/core/errors';
import { type AddressGuard, AddressRefused } from '@plotline/kit/network/address-guard';
import { type PortRanges, readPort } from '@plotline/kit/network/port-ranges';

const resolveTimeoutMs = 1_000;

/**
 * Scheme and host as written. They are needed because the URL parser accepts `http:///path` and reads `path` as the
 * host.
 */
const schemeAndHost = /^https?:\/\/[^/?#\\]/i;
const dotsOnly = /^\.*$/;

/** Returns the error in the URL itself; null if it has none. */
function findSyntaxError(text: string, ports: PortRanges): string | null {
  if (!URL.canParse(text)) return 'must be a valid URL';
  const { protocol, username, password, hostname } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return 'must be an http or https URL';
  if (!schemeAndHost.test(text) || dotsOnly.test(hostname)) return 'must name a host';
  if (!ports.contains(readPort(new URL(text)))) return `must have a port of ${ports.description}`;
  return username === '' && password === '' ? null : 'must not contain a user name or password';
}

/** Resolves to the reasons why a URL is refused. The list is empty if the URL is valid or absent. */
export type ValidateUrl = (url: string | undefined) => Promise<ProblemDetail[]>;

/**
 * Creates the validation of a webhook's URL. A name that doesn't resolve within a second is accepted, because its
 * addresses are checked again at every attempt.
 */
export function createValidateUrl(guard: AddressGuard, ports: PortRanges): ValidateUrl {
  const isRefused = async (url: URL): Promise<boolean> => {
    const timer = new AbortController();
    const refused = guard.resolve(url).then(
      () => false,
      (error: unknown) => error instanceof AddressRefused,
    );
    const timeout = sleep(resolveTimeoutMs, false, { signal: timer.signal, ref: false }).catch(() => false);
    const result = await Promise.race([refused, timeout]);
    timer.abort();
    return result;
  };
  return async (text) => {
    if (text === undefined) return [];
    const syntaxError = findSyntaxError(text, ports);
    if (syntaxError !== null) return [{ field: 'url', message: syntaxError }];
    if (!(await isRefused(new URL(text)))) return [];
    return [{ field: 'url', message: 'must not point to a private or reserved address' }];
  };
}
