/** Formats a count or another number for a locale. The locale defaults to the viewer's. */
export function formatNumber(value: number, locale?: string): string {
  return new Intl.NumberFormat(locale).format(value);
}

/** Formats a fraction as a percentage: 0.071 becomes `7.1%`. */
export function formatPercent(fraction: number, maxDecimals = 1, locale?: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: maxDecimals }).format(fraction);
}

/** Formats an amount of money. Omits the decimals of whole amounts. */
export function formatMoney(amount: number, currency: string, locale?: string): string {
  const digits = Number.isInteger(amount) ? { maximumFractionDigits: 0 } : {};
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits }).format(amount);
}

const compactFormats = new Map<string, Intl.NumberFormat>();

/**
 * Formats an amount as `$1.25M`, with at most three digits. Caches the formatters, because creating one takes longer
 * than rendering a table cell.
 */
export function formatCompactMoney(amount: number, currency: string): string {
  const options = { style: 'currency', currency, notation: 'compact', maximumSignificantDigits: 3 } as const;
  const format = compactFormats.get(currency) ?? new Intl.NumberFormat(undefined, options);
  compactFormats.set(currency, format);
  return format.format(amount);
}

const byteUnits = ['kilobyte', 'megabyte', 'gigabyte'] as const;
const byteStep = 1000;

/** Formats a number of bytes, such as `1.2 MB`. */
export function formatBytes(bytes: number, locale?: string): string {
  if (bytes < byteStep) return new Intl.NumberFormat(locale, { style: 'unit', unit: 'byte' }).format(bytes);
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), byteUnits.length);
  const unit = byteUnits[power - 1] ?? 'gigabyte';
  const number = bytes / byteStep ** power;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(number);
}
