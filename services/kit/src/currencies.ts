import type { ProblemDetail } from './errors.js';

const current = `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CLF CLP CNY
  COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD
  IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN
  MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD
  SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XCD XCG XDR
  XOF XPF XSU XUA YER ZAR ZMW ZWG
`;

// Stored records have them: the codes were those of Intl in the Node.js of the time.
const withdrawn = 'ANG BGN CUC HRK SLL ZWL';

/**
 * The currencies and units of account of ISO 4217 (amendment 180), such as EUR and CLF, in which something can have a price: without
 * metals and codes for tests. It is a list of ours and not `Intl`, whose own depends on the ICU of the Node.js that runs, and lacks
 * units of account.
 */
export const currencies: ReadonlySet<string> = new Set(`${current} ${withdrawn}`.trim().split(/\s+/));

/** The currencies that do not have two decimal places by ISO 4217. `Intl` has those of CLDR, the customary ones: none for HUF and IDR. */
const otherPlaces = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
] as const;

const minorUnits = new Map(
  otherPlaces.flatMap(([units, codes]) => codes.split(' ').map((code) => [code, units] as const)),
);

/** Decimal places of the currency's smallest unit by ISO 4217, such as 2 for USD and 0 for JPY. */
export function getMinorUnits(currency: string): number {
  return minorUnits.get(currency) ?? 2;
}

/** Decimal places of the shortest number that identifies the amount: what the client wrote. */
function countDecimals(amount: number): number {
  const [mantissa = '', exponent = '0'] = String(amount).split('e');
  const [, fraction = ''] = mantissa.split('.');
  return Math.max(0, fraction.length - Number(exponent));
}

/** Amounts of one currency, each by the path of its field. */
export interface Money {
  readonly currency: string | null | undefined;
  readonly amounts: Readonly<Record<string, number | null | undefined>>;
}

/**
 * A fault for each amount that is finer than its currency's smallest unit. Amounts that were `known` before, in the same currency, are none: a
 * budget without a currency can be sent again as it was answered, though the workspace has another currency by now.
 */
export function findFineAmounts({ currency, amounts }: Money, known?: Money): ProblemDetail[] {
  if (typeof currency !== 'string') return [];
  const places = getMinorUnits(currency);
  const message =
    places === 0
      ? `must be a whole number, as ${currency} has no smaller unit`
      : `must have at most ${places} decimal places in ${currency}`;
  return Object.entries(amounts).flatMap(([field, amount]) => {
    const isKnown = known?.currency === currency && known.amounts[field] === amount;
    return typeof amount !== 'number' || countDecimals(amount) <= places || isKnown ? [] : [{ field, message }];
  });
}
