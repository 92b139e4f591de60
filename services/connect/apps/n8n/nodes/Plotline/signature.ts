import { createHmac, timingSafeEqual } from 'node:crypto';

interface SignedRequest {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

const toleranceSeconds = 300;

/**
 * Checks that Plotline signed a request at most five minutes before or after `now` (in seconds). Header names are in
 * lower case.
 */
export function isGenuine({ headers, body }: SignedRequest, secret: string, now: number): boolean {
  const timestamp = String(headers['x-service-timestamp'] ?? '');
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > toleranceSeconds) return false;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  return String(headers['x-service-signature'] ?? '')
    .split(',')
    .map((part) => Buffer.from(part.trim().replace(/^sha256=/, ''), 'hex'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}
