/** Any base works, because it only serves to detect addresses that lead to another host. */
const base = 'https://plotline.invalid';

/**
 * Parses a `return_to` from the URL as a path on this host with its query. Returns undefined for any text that leads to
 * another host, in any notation.
 */
export function parseReturnTo(text: string | null | undefined): string | undefined {
  // Browsers ignore tabs and line breaks, and treat a backslash as a slash.
  if (!text?.startsWith('/') || /[\\\p{Cc}]/u.test(text)) return undefined;
  if (!URL.canParse(text, base)) return undefined;
  const { origin, pathname, search } = new URL(text, base);
  const isOwn = origin === base && !pathname.startsWith('//') && /^\/(auth|oauth|dashboard)\//.test(pathname);
  return isOwn ? `${pathname}${search}` : undefined;
}
