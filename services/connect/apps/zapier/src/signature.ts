import { createHmac, timingSafeEqual } from 'node:crypto';

interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: string;
}

const toleranceSeconds = 300;

/** Returns the value of a header. Zapier adds `Http-` to the names of some headers. */
function readHeader({ headers }: SignedRequest, name: string): string {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase().replace(/^http-/, '') === name);
  return found?.[1] ?? '';
}

/** Checks that Plotline signed a request at most five minutes before or after `now` (in seconds). */
export function isGenuine(request: SignedRequest, secret: string, now: number): boolean {
  const timestamp = readHeader(request, 'x-service-timestamp');
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > toleranceSeconds) return false;
  const expected = createHmac('sha256', secret).update(`${timestamp}.${request.content}`).digest();
  return readHeader(request, 'x-service-signature')
    .split(',')
    .map((part) => Buffer.from(part.trim().replace(/^sha256=/, ''), 'hex'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}
