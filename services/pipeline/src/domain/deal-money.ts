import { decimalOf, roundTo } from './decimal.js';

/** Decimal places of the currency's smallest unit by ISO 4217, such as 2 for USD and 0 for JPY. */
export function minorUnits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** The fraction `rate` of an amount, computed in decimals and rounded once, to the currency's smallest unit. */
export function shareOf(amount: number, rate: number, currency: string): number {
  const [value, fraction] = [decimalOf(amount), decimalOf(rate)];
  const product = { digits: value.digits * fraction.digits, scale: value.scale + fraction.scale };
  return roundTo(product, minorUnits(currency));
}
