/** A number in decimals: `digits` × 10^-`scale`. */
export interface Decimal {
  readonly digits: bigint;
  /** Digits behind the point; negative for trailing zeros. */
  readonly scale: number;
}

/** The shortest decimal that names the number: what the caller wrote, without the error of binary fractions. */
export function decimalOf(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
}

/** The number with so many decimal places: half away from zero, as invoices are rounded. */
export function roundTo({ digits, scale }: Decimal, places: number): number {
  if (scale <= places) return Number(`${digits}e${-scale}`);
  const divisor = 10n ** BigInt(scale - places);
  const half = digits < 0n ? -divisor : divisor;
  return Number(`${(2n * digits + half) / (2n * divisor)}e-${places}`);
}
