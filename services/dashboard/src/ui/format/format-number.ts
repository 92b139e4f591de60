const formats = new Map<string, Intl.NumberFormat>();

/** Returns a formatter from the cache, because creating one takes longer than rendering a table cell. */
function getFormat(locale: string | undefined, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** Formats a count or another number for a locale. The locale defaults to the viewer's. */
export function formatNumber(value: number, locale?: string): string {
  return getFormat(locale).format(value);
}

/** Formats a fraction as a percentage: 0.071 becomes `7.1%`. */
export function formatPercent(fraction: number, maxDecimals = 1, locale?: string): string {
  return getFormat(locale, { style: 'percent', maximumFractionDigits: maxDecimals }).format(fraction);
}

/** Formats an amount of money. Omits the decimals of whole amounts. */
export function formatMoney(amount: number, currency: string, locale?: string): string {
  const digits = Number.isInteger(amount) ? { maximumFractionDigits: 0 } : {};
  return getFormat(locale, { style: 'currency', currency, ...digits }).format(amount);
}

/** Formats an amount as `$1.25M`, with at most three digits. */
export function formatCompactMoney(amount: number, currency: string): string {
  const options = { style: 'currency', currency, notation: 'compact', maximumSignificantDigits: 3 } as const;
  return getFormat(undefined, options).format(amount);
}

const byteUnits = ['kilobyte', 'megabyte', 'gigabyte'] as const;
const byteStep = 1000;

/** Formats a number of bytes, such as `1.2 MB`. */
export function formatBytes(bytes: number, locale?: string): string {
  if (bytes < byteStep) return getFormat(locale, { style: 'unit', unit: 'byte' }).format(bytes);
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), byteUnits.length);
  const unit = byteUnits[power - 1] ?? 'gigabyte';
  const number = bytes / byteStep ** power;
  return getFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(number);
}
