/** Any base will do: only whether a path leaves it counts. */
const base = 'https://plotline.invalid';

/**
 * The own path, with its query, that a `return_to` from outside names; undefined for anything that leads to another host, however
 * it is written.
 */
export function parseReturnTo(text: string | null | undefined): string | undefined {
  // A browser drops tabs and line breaks, and takes a backslash for a slash.
  if (!text?.startsWith('/') || /[\\\p{Cc}]/u.test(text)) return undefined;
  if (!URL.canParse(text, base)) return undefined;
  const { origin, pathname, search } = new URL(text, base);
  const isOwn = origin === base && !pathname.startsWith('//') && /^\/(auth|oauth|dashboard)\//.test(pathname);
  return isOwn ? `${pathname}${search}` : undefined;
}
