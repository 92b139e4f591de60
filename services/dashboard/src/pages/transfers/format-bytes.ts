const units = ['kilobyte', 'megabyte', 'gigabyte'] as const;
const step = 1000;

/** Formats a number of bytes, such as `1.2 MB`. */
export function formatBytes(bytes: number, locale?: string): string {
  if (bytes < step) return new Intl.NumberFormat(locale, { style: 'unit', unit: 'byte' }).format(bytes);
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length);
  const unit = units[power - 1] ?? 'gigabyte';
  const number = bytes / step ** power;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(number);
}
