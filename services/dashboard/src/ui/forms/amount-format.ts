interface Separators {
  readonly thousandSeparator: string;
  readonly decimalSeparator: string;
  /** Accepting a thousands separator here would divide the amount by a thousand. */
  readonly allowedDecimalSeparators: string[];
}

/** Returns the locale's separators, by default those of the viewer. */
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
 * Returns how many decimals a field for an amount accepts. At least two, even if the currency has none: a field without
 * decimals drops the separator but keeps the digits, so that 1.50 becomes 150. An incomplete currency code gets two.
 */
export function countDecimals(currency: string | undefined): number {
  if (currency === undefined || !/^[a-z]{3}$/i.test(currency.trim())) return minDecimals;
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency: currency.trim() });
  return Math.max(format.resolvedOptions().maximumFractionDigits ?? minDecimals, minDecimals);
}
