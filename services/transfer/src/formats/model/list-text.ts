import { trimCell } from './clean-text.js';

/**
 * Matches the separators between items. A comma only counts if there is no other separator. Google separates the labels
 * of a contact with colons.
 */
const itemSeparator = /[;|\n]| ::: /;

/** Start of a URL after a separator. A URL itself may contain any of the separators. */
const nextUrl = /(?<=[;|,\s])https?:/gi;

function parseJsonList(text: string): readonly string[] | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) && items.every((item) => typeof item === 'string') ? items : undefined;
  } catch {
    return undefined;
  }
}

function trimItems(items: readonly string[]): readonly string[] {
  return items.map(trimCell).filter((item) => item !== '');
}

/** Splits a text before each URL and drops the separator. Takes linear time, even with many spaces. */
function splitUrls(text: string): readonly string[] {
  const starts = [0, ...Array.from(text.matchAll(nextUrl), ({ index }) => index)];
  return starts.map((start, place) => {
    const end = starts[place + 1];
    const item = text.slice(start, end).trimEnd();
    return end !== undefined && /[;|,]$/.test(item) ? item.slice(0, -1) : item;
  });
}

/**
 * Returns the items of a cell, separated by ; or | or, without these, by commas. A cell may also be a JSON array of
 * texts.
 */
export function parseList(text: string): readonly string[] {
  return parseJsonList(text) ?? trimItems(text.split(itemSeparator.test(text) ? itemSeparator : ','));
}

/** Returns the URLs of a cell, which are separated by ; , | or spaces. A cell may also be a JSON array of texts. */
export function parseUrls(text: string): readonly string[] {
  return parseJsonList(text) ?? trimItems(splitUrls(text));
}

/** Formats the list as text that both parsers read back unchanged: joined by ; when that is unambiguous, else JSON. */
export function formatList(items: readonly string[]): string {
  const isPlain = items.every(
    (item) => /^[^;|,\s[](?:[^;|,\r\n]*[^;|,\s])?$/.test(item) && !/\shttps?:| ::: /i.test(item),
  );
  return isPlain ? items.join('; ') : JSON.stringify(items);
}
