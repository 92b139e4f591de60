interface Decimal {
  readonly digits: bigint;
  /** Digits behind the point; negative for trailing zeros. */
  readonly scale: number;
}

/** The shortest decimal that names the number: what the caller wrote, without the error of binary fractions. */
function decimalOf(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
}

/** Half away from zero, as invoices are rounded. */
function roundTo({ digits, scale }: Decimal, places: number): number {
  if (scale <= places) return Number(`${digits}e${-scale}`);
  const divisor = 10n ** BigInt(scale - places);
  const half = digits < 0n ? -divisor : divisor;
  return Number(`${(2n * digits + half) / (2n * divisor)}e-${places}`);
}

/** Decimal places of the currency's smallest unit by ISO 4217, such as 2 for USD and 0 for JPY. */
export function minorUnits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** The amount rounded to the currency's smallest unit. */
export function roundMoney(amount: number, currency: string): number {
  return roundTo(decimalOf(amount), minorUnits(currency));
}

/** The fraction `rate` of an amount, computed in decimals and rounded once, to the currency's smallest unit. */
export function shareOf(amount: number, rate: number, currency: string): number {
  const [value, fraction] = [decimalOf(amount), decimalOf(rate)];
  const product = { digits: value.digits * fraction.digits, scale: value.scale + fraction.scale };
  return roundTo(product, minorUnits(currency));
}
