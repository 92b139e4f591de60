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
