/** Before each of these begins another item; a comma counts only where there is no other. */
const itemSeparator = /[;|\n]/;

/** Of URLs, which may have any of the separators themselves. */
const urlSeparator = /\s*[;|,\s]\s*(?=https?:)/i;

function parseJsonList(text: string): readonly string[] | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) && items.every((item) => typeof item === 'string') ? items : undefined;
  } catch {
    return undefined;
  }
}

function splitItems(text: string, separator: RegExp | string): readonly string[] {
  return text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** The items of a cell, separated by ; or |, or by commas when it has neither; or a JSON array of texts. */
export function parseList(text: string): readonly string[] {
  return parseJsonList(text) ?? splitItems(text, itemSeparator.test(text) ? itemSeparator : ',');
}

/** The URLs of a cell, separated by ; , | or spaces; or a JSON array of texts. */
export function parseUrls(text: string): readonly string[] {
  return parseJsonList(text) ?? splitItems(text, urlSeparator);
}

/** The list as text that both ways of parsing give back as it is: joined by ; where that is unambiguous, else JSON. */
export function formatList(items: readonly string[]): string {
  const isPlain = items.every((item) => /^[^;|,\s[](?:[^;|,\r\n]*[^;|,\s])?$/.test(item) && !/\shttps?:/i.test(item));
  return isPlain ? items.join('; ') : JSON.stringify(items);
}
