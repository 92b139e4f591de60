/** Milliseconds that a `Retry-After` header asks for (RFC 9110: seconds or a date); 0 when absent or not readable. */
export function retryAfterMs(value: string | undefined, now: Date): number {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}
