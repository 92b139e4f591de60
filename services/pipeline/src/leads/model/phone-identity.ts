import { toAsciiDigits } from '@plotline/kit/core/normalize-text';
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Minimum number of digits. Shorter numbers are extensions or made up. */
const minDigits = 5;

/**
 * Returns whether the digits are a placeholder, such as 0000000000. People enter such numbers where a form requires a
 * phone.
 */
function isPlaceholder(digits: string): boolean {
  return digits.length < minDigits || [...digits].every((digit) => digit === digits[0]);
}

/**
 * Rewrites a number that begins with + or 00 and a country code, so that it begins with +. Returns null for other
 * numbers.
 */
function toInternational(text: string): string | null {
  const start = text.search(/[0-9]/);
  const number = text.slice(start);
  if (/[+＋]/.test(text.slice(0, start))) return `+${number}`;
  return number.startsWith('00') ? `+${number.slice(2).replace(/^[^0-9]+/, '')}` : null;
}

function readPhone(phone: string, country: string): string | null {
  const text = toAsciiDigits(phone);
  const digits = text.replaceAll(/[^0-9]/g, '');
  if (isPlaceholder(digits)) return null;
  const international = toInternational(text);
  if (international !== null) return parsePhoneNumberFromString(international, { extract: false })?.number ?? digits;
  if (!isSupportedCountry(country)) return digits;
  const parsed = parsePhoneNumberFromString(text.trim(), { defaultCountry: country, extract: false });
  return parsed?.isPossible() ? parsed.number : digits;
}

const maxKnown = 1_000;

/**
 * Cached results of `readPhone`, which is slow. A lead's phone is read several times: for its keys, its duplicates and
 * its storage.
 */
const known = new Map<string, string | null>();

/**
 * Returns the form in which phones are compared: E.164, such as +971501234567, without an extension. Numbers without a
 * country code are read as people dial them in the country. A number that can't be understood, such as a national one
 * without a country, is compared by its digits. Returns null for a placeholder, which identifies nobody.
 * @param country ISO 3166-1 alpha-2; empty for none.
 */
export function toPhoneIdentity(phone: string | null, country: string): string | null {
  const key = `${country} ${phone ?? ''}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const identity = readPhone(phone ?? '', country);
  if (known.size >= maxKnown) known.clear();
  known.set(key, identity);
  return identity;
}
