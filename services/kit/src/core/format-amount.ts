import { getMinorUnits } from './currencies.js';

const formats = new Map<number, Intl.NumberFormat>();

function getFormat(places: number): Intl.NumberFormat {
  const known = formats.get(places);
  if (known) return known;
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: places, maximumFractionDigits: places });
  formats.set(places, format);
  return format;
}

/** Formats an amount with its currency, such as `AED 1,250,000.00` or `JPY 500`. */
export function formatAmount(amount: number, currency: string): string {
  return `${currency} ${getFormat(getMinorUnits(currency)).format(amount)}`;
}
