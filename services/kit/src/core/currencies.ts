import type { ProblemDetail } from './errors.js';

const current = `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CLF CLP CNY
  COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD
  IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN
  MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD
  SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XCD XCG XDR
  XOF XPF XSU XUA YER ZAR ZMW ZWG
`;

// Stored records contain these codes, because an earlier Node.js accepted them.
const withdrawn = 'ANG BGN CUC HRK SLL ZWL';

/**
 * Currencies and units of account in ISO 4217 (amendment 180) that a price can have, such as EUR and CLF. Excludes
 * metals and test codes. The list doesn't come from `Intl`, because that depends on Node.js's ICU version and lacks
 * units of account.
 */
export const currencies: ReadonlySet<string> = new Set(`${current} ${withdrawn}`.trim().split(/\s+/));

/**
 * Currencies whose number of decimal places in ISO 4217 isn't two. `Intl` isn't used, because it has CLDR's customary
 * numbers, such as 0 for HUF and IDR.
 */
const otherPlaces = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
] as const;

const minorUnits = new Map(
  otherPlaces.flatMap(([units, codes]) => codes.split(' ').map((code) => [code, units] as const)),
);

/** Returns the decimal places of the currency's smallest unit in ISO 4217, such as 2 for USD and 0 for JPY. */
export function getMinorUnits(currency: string): number {
  return minorUnits.get(currency) ?? 2;
}

/** Counts the decimal places of an amount as the client wrote it, which is the shortest number that identifies it. */
export function countDecimals(amount: number): number {
  const [mantissa = '', exponent = '0'] = String(amount).split('e');
  const [, fraction = ''] = mantissa.split('.');
  return Math.max(0, fraction.length - Number(exponent));
}

/** Maximum amount in a currency's smallest unit. Up to this amount, sums in doubles and in databases are exact. */
const maxMinorUnits = BigInt(Number.MAX_SAFE_INTEGER);
const maxPlaces = Math.max(...minorUnits.values());

/** Returns whether an amount exceeds the maximum of a currency with these decimal places. */
function isTooLarge(amount: number, places: number): boolean {
  const whole = BigInt(Math.trunc(Math.abs(amount)));
  const limit = maxMinorUnits / 10n ** BigInt(places);
  if (whole !== limit) return whole > limit;
  // The fraction decides only at the limit itself, such as 90,071,992,547,409.91.
  const [, fraction = ''] = String(amount).split('.');
  return BigInt(`${whole}${fraction.padEnd(places, '0').slice(0, places)}`) > maxMinorUnits;
}

/** Writes the largest amount of a currency with these decimal places. */
function formatLimit(places: number): string {
  const digits = String(maxMinorUnits);
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Returns whether the amount is valid in every currency, because it is whole and not too large. */
export function isValidEverywhere(amount: number | null | undefined): boolean {
  return typeof amount !== 'number' || (Number.isInteger(amount) && !isTooLarge(amount, maxPlaces));
}

/** Amounts in one currency, by the path of the field. */
export interface Money {
  readonly currency: string | null | undefined;
  readonly amounts: Readonly<Record<string, number | null | undefined>>;
}

/**
 * Returns an error for each amount that is finer than its currency's smallest unit, or too large to be exact. Amounts
 * in `known` with the same currency are accepted. So a client can send back a budget without a currency even after the
 * workspace has changed its currency.
 */
export function findFineAmounts({ currency, amounts }: Money, known?: Money): ProblemDetail[] {
  if (typeof currency !== 'string') return [];
  const places = getMinorUnits(currency);
  const message =
    places === 0
      ? `must be a whole number because ${currency} has no smaller unit`
      : `must have at most ${places} decimal places in ${currency}`;
  return Object.entries(amounts).flatMap(([field, amount]) => {
    const isKnown = known?.currency === currency && known.amounts[field] === amount;
    if (typeof amount !== 'number' || isKnown) return [];
    if (countDecimals(amount) > places) return [{ field, message }];
    return isTooLarge(amount, places) ? [{ field, message: `must be at most ${formatLimit(places)}` }] : [];
  });
}
