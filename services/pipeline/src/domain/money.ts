/** A decimal number: `digits` × 10^-`scale`. */
export interface Decimal {
  readonly digits: bigint;
  /** Digits after the decimal point; negative when the number ends in zeros before it. */
  readonly scale: number;
}

/** The shortest decimal that identifies the number: what the client wrote, without the error of binary fractions. */
export function parseDecimal(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
}

/** Rounds to a number of decimal places, half away from zero. */
export function roundDecimal({ digits, scale }: Decimal, places: number): number {
  if (scale <= places) return Number(`${digits}e${-scale}`);
  const divisor = 10n ** BigInt(scale - places);
  const half = digits < 0n ? -divisor : divisor;
  return Number(`${(2n * digits + half) / (2n * divisor)}e-${places}`);
}

/** Decimal places of the currency's smallest unit by ISO 4217, such as 2 for USD and 0 for JPY. */
export function getMinorUnits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** The fraction `rate` of an amount, computed in decimals and rounded once, to the currency's smallest unit. */
export function computeShare(amount: number, rate: number, currency: string): number {
  const [value, fraction] = [parseDecimal(amount), parseDecimal(rate)];
  const product = { digits: value.digits * fraction.digits, scale: value.scale + fraction.scale };
  return roundDecimal(product, getMinorUnits(currency));
}
