interface Separators {
  readonly thousandSeparator: string;
  readonly decimalSeparator: string;
  /** What is taken for the decimal separator when it is typed: any other, as that of thousands, would divide the amount. */
  readonly allowedDecimalSeparators: string[];
}

/** How the viewer's locale groups digits and separates decimals. */
export function findSeparators(locale?: string): Separators {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.8);
  const find = (type: string, other: string) => parts.find((part) => part.type === type)?.value ?? other;
  const decimalSeparator = find('decimal', '.');
  return { thousandSeparator: find('group', ' '), decimalSeparator, allowedDecimalSeparators: [decimalSeparator] };
}

/** Of the viewer's locale, for fields of numbers that may reach thousands. */
export const separators = findSeparators();

const leastDecimals = 2;

/**
 * How many decimals an amount is typed with. At least two, also of a currency that has none: a field that takes no decimals drops the
 * separator and keeps the digits. A text that is no currency yet has two.
 */
export function countDecimals(currency: string | undefined): number {
  if (currency === undefined || !/^[a-z]{3}$/i.test(currency.trim())) return leastDecimals;
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency: currency.trim() });
  return Math.max(format.resolvedOptions().maximumFractionDigits ?? leastDecimals, leastDecimals);
}
