import {
  AsYouType,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

/** Digits to find in a phone: anywhere, or only at its start. */
export interface PhoneDigits {
  readonly digits: string;
  readonly isStart: boolean;
}

/** Returns the digits of a normalized text, all of which are ASCII digits. */
export function readDigits(normalized: string): string {
  return normalized.replaceAll(/[^0-9]/g, '');
}

/** Trunk prefix, dialled only within the country, as written in `+44 (0)20 7946 0000`. */
const trunkPrefix = '(0)';

/** Returns the text from its first digit or plus sign. */
const fromNumber = (normalized: string) => normalized.slice(Math.max(normalized.search(/[+0-9]/), 0));

/**
 * Returns the digits by which a phone is found: the written digits without the 00 before a country code. Usually this
 * is a single text. `+44 (0)20 7946` is also found as `+44 20 7946`.
 */
export function toPhoneTexts(normalized: string): string[] {
  const written = readDigits(normalized).replace(/^00/, '');
  const called = readDigits(normalized.replace(trunkPrefix, '')).replace(/^00/, '');
  return [...new Set([written, called])].filter((digits) => digits !== '');
}

const atStart = (digits: string): PhoneDigits => ({ digits, isStart: true });
const anywhere = (digits: string): PhoneDigits => ({ digits, isStart: false });

/** Minimum number of digits after 00, or after the country code, for a search for phones that begin with them. */
const minAfterPrefix = 3;

/** Returns the ways in which a number may be dialled in its country. A trunk prefix is usually 0. */
const toNational = (number: string) => [number, `0${number}`];

/**
 * Returns other ways to write a number, or the start of a number, as people dial it in a country. `050123` is
 * `+97150123` in the United Arab Emirates, and `+971501238888` may be stored there as `0501238888`.
 */
function toNumbersOfCountry(number: string, country: string): PhoneDigits[] {
  if (!isSupportedCountry(country)) return [];
  const callingCode = getCountryCallingCode(country);
  const found = new Set<string>();
  const parsed = parsePhoneNumberFromString(number, { defaultCountry: country, extract: false });
  if (parsed?.isPossible() && parsed.countryCallingCode === callingCode) {
    const national = readDigits(parsed.formatNational());
    for (const digits of [parsed.number.slice(1), national, ...toNational(parsed.nationalNumber)]) found.add(digits);
  }
  const digits = readDigits(number);
  const rest = digits.slice(callingCode.length);
  if (digits.startsWith(callingCode) && rest.length >= minAfterPrefix)
    for (const one of toNational(rest)) found.add(one);
  if (found.size === 0 && !number.startsWith('+')) {
    const begun = new AsYouType(country);
    begun.input(number);
    const beginning = begun.getNumberValue()?.slice(1) ?? '';
    // Digits without a trunk prefix may be anywhere in a phone.
    if (!beginning.endsWith(number)) found.add(beginning);
  }
  return [...found].map(atStart);
}

/**
 * Returns the digits to look for. A phone matches if any of them is found. Phones are compared in their international
 * form. `+` and `00` stand before a country code. Other numbers are read as people dial them in the country.
 * @param normalized Part of a search term with at least one digit.
 * @param country ISO 3166-1 alpha-2; empty for none.
 */
export function toPhoneDigits(normalized: string, country: string): PhoneDigits[] {
  const number = fromNumber(normalized);
  const digits = readDigits(number);
  const international = readDigits(number.replace(trunkPrefix, ''));
  if (number.startsWith('+')) return [atStart(international), ...toNumbersOfCountry(`+${international}`, country)];
  const rest = international.replace(/^00/, '');
  const hasCode = rest !== international && rest.length >= minAfterPrefix;
  if (!hasCode) return [anywhere(digits), ...toNumbersOfCountry(digits, country)];
  // The zeros may also be in the middle of a phone.
  return [anywhere(digits), atStart(rest), ...toNumbersOfCountry(`+${rest}`, country)];
}
