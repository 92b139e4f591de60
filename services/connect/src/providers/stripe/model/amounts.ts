/** Currencies without decimals (docs.stripe.com/currencies#zero-decimal). */
const withoutDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
/** Currencies with three decimals. The last decimal must be 0 (docs.stripe.com/currencies#three-decimal). */
const withThreeDecimals = new Set('BHD JOD KWD OMR TND'.split(' '));
/** Currencies without decimals that Stripe still counts in hundredths, for compatibility. */
const wholeHundredths = new Set(['ISK', 'UGX']);

function getPlaces(currency: string): number {
  if (withoutDecimals.has(currency)) return 0;
  return withThreeDecimals.has(currency) ? 3 : 2;
}

/** Amounts have at most eight digits (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const maxMinor = 99_999_999;

/** Returns the largest amount of one payment, such as 999,999.99 USD. */
export function getMaxAmount(currency: string): number {
  return maxMinor / 10 ** getPlaces(currency);
}

/** Returns the amount in Stripe's smallest unit. Null if the amount has more decimals than this unit. */
export function toMinor(amount: number, currency: string): number | null {
  const minor = Math.round(amount * 10 ** getPlaces(currency));
  const isExact = minor / 10 ** getPlaces(currency) === amount;
  const step = withThreeDecimals.has(currency) ? 10 : wholeHundredths.has(currency) ? 100 : 1;
  return isExact && minor % step === 0 ? minor : null;
}
