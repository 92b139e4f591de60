interface Separators {
  readonly thousandSeparator: string;
  readonly decimalSeparator: string;
  /** Includes no thousands separator, because accepting it here would divide the amount by a thousand. */
  readonly allowedDecimalSeparators: string[];
}

/** Returns the separators of a locale. The locale defaults to the viewer's. */
export function findSeparators(locale?: string): Separators {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.8);
  const find = (type: string, other: string) => parts.find((part) => part.type === type)?.value ?? other;
  const decimalSeparator = find('decimal', '.');
  return { thousandSeparator: find('group', ' '), decimalSeparator, allowedDecimalSeparators: [decimalSeparator] };
}

/** Separators of the viewer's locale, for number fields that can exceed 999. */
export const separators = findSeparators();

const minDecimals = 2;

/**
 * Returns how many decimals an amount field accepts. Returns at least two, even if the currency has none. A field
 * without decimals would drop the separator but keep the digits, so that 1.50 becomes 150. For an incomplete currency
 * code, returns two.
 */
export function countDecimals(currency: string | undefined): number {
  if (currency === undefined || !/^[a-z]{3}$/i.test(currency.trim())) return minDecimals;
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency: currency.trim() });
  return Math.max(format.resolvedOptions().maximumFractionDigits ?? minDecimals, minDecimals);
}
