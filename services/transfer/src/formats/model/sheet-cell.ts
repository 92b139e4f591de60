import { formatNumber } from './parse-number.js';

const dayMs = 86_400_000;
/**
 * Day 0 of the two calendars of spreadsheets. In the first calendar, the year 1900 has a 29 February, which is day 60.
 */
const epochs = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };
/** Last day in spreadsheets: 9999-12-31. */
const maxDay = 2_958_465;

/** First year of a workbook's calendar. */
export type Calendar = keyof typeof epochs;

/**
 * Numbers of the built-in formats for dates (ECMA-376, part 1, 18.8.30), including the formats of East Asian languages.
 */
function isBuiltInDate(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

/** Maximum characters of a number format in spreadsheet programs. */
const maxCodeLength = 255;

/** Returns whether a number format shows dates or times. `code` is the text of a format that isn't built in. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return isBuiltInDate(id);
  // Removes literal texts, colours, conditions and language codes.
  const letters = code
    .slice(0, maxCodeLength)
    .replace(/"[^"]*"|\\.|_.|\*.|\[[^\][]*\]/g, '')
    .toLowerCase();
  if (/[#?]/.test(letters) || (letters.includes('0') && !letters.includes('s'))) return false;
  return /[dmyhs]/.test(letters) && !letters.includes('general');
}

/** Formats the number of a day, with a fraction for its time, as a date in ISO 8601 without offset. */
export function formatSerial(serial: number, calendar: Calendar): string | undefined {
  if (!(serial >= 0 && serial < maxDay + 1)) return undefined;
  const isBeforeLeapDay = calendar === 1900 && serial < 60;
  const ms = Math.round(serial * 86_400) * 1000 + (isBeforeLeapDay ? dayMs : 0);
  const text = new Date(epochs[calendar] + ms).toISOString();
  if (serial < 1) return text.slice(11, 19);
  return ms % dayMs === 0 ? text.slice(0, 10) : text.slice(0, 19);
}

/** Returns a number without an exponent. Programs that store more than 15 digits show only 15. */
export function formatSheetNumber(text: string): string {
  if (/^-?\d{1,30}$/.test(text)) return text;
  const value = Number(Number(text).toPrecision(15));
  if (!Number.isFinite(value)) return text;
  if (Number.isInteger(value)) return BigInt(value).toString();
  const short = formatNumber(value);
  return short.includes('e') ? value.toFixed(20).replace(/0{1,20}$/, '') : short;
}

/** Replaces the escapes of characters that XML does not have, such as `_x000D_`. */
export function unescapeCharacters(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_escape, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Returns the column of a cell such as `AB12`, counted from 0; undefined for text that isn't such a reference. */
export function findColumn(reference: string): number | undefined {
  const [, letters] = /^([A-Z]{1,3})\d{1,7}$/.exec(reference) ?? [];
  if (letters === undefined) return undefined;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
