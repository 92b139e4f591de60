/** Reads a value that the gateway adds to the page. It is empty in development. */
export function readPageFact(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

/** Name such as `file_live_….jpg`. It consists of the photo's token and an extension. */
const photoName = /^(\/media\/file_(?:live|test)_[0-9A-Za-z]+)\.(jpg|png|webp)$/;

function parsePhoto(url: string, origin: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin: own, pathname } = new URL(url);
  return own === origin ? photoName.exec(pathname)?.[1] : undefined;
}

/**
 * Returns the address of an uploaded photo in a size, or undefined for other addresses. The content security policy
 * shows only uploaded photos.
 */
export function toPhotoUrl(
  url: string,
  size: 'small' | 'large',
  origin: string = readPageFact('media-origin'),
): string | undefined {
  const path = parsePhoto(url, origin);
  return path === undefined ? undefined : `${origin}${path}.${size}.webp`;
}
