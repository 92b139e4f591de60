import { currencies } from '@plotline/kit/core/currencies';

/** Currencies that a sign can mean. The first entry is the usual meaning, or null if there is none. */
export type NamedCurrency = readonly [string | null, ...string[]];

/** Signs and short names of currencies, in addition to the codes of ISO 4217, in upper case. */
const names: Readonly<Record<string, NamedCurrency>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'TWD', 'MXN', 'ARS', 'CLP', 'COP', 'JMD', 'BBD', 'BSD', 'TTD', 'XCD'],
  US: ['USD'],
  US$: ['USD'],
  A$: ['AUD'],
  AU$: ['AUD'],
  C$: ['CAD'],
  CA$: ['CAD'],
  NZ$: ['NZD'],
  S$: ['SGD'],
  HK$: ['HKD'],
  NT$: ['TWD'],
  MX$: ['MXN'],
  R$: ['BRL'],
  '€': ['EUR'],
  EURO: ['EUR'],
  EUROS: ['EUR'],
  '£': ['GBP', 'EGP', 'LBP', 'SYP'],
  'E£': ['EGP'],
  '¥': [null, 'JPY', 'CNY'],
  '₹': ['INR'],
  RS: [null, 'INR', 'PKR', 'LKR', 'NPR', 'MUR', 'SCR'],
  '₽': ['RUB'],
  '₺': ['TRY'],
  TL: ['TRY'],
  '₩': ['KRW', 'KPW'],
  '฿': ['THB'],
  '₫': ['VND'],
  '₪': ['ILS'],
  '₦': ['NGN'],
  '₱': ['PHP'],
  '₴': ['UAH'],
  '₸': ['KZT'],
  '₾': ['GEL'],
  '₼': ['AZN'],
  RM: ['MYR'],
  RP: ['IDR'],
  ZŁ: ['PLN'],
  KČ: ['CZK'],
  FT: ['HUF'],
  KR: [null, 'SEK', 'NOK', 'DKK', 'ISK'],
  FR: [null, 'CHF', 'XAF', 'XOF', 'XPF'],
  SFR: ['CHF'],
  DH: ['AED', 'MAD'],
  DHS: ['AED', 'MAD'],
  DIRHAM: ['AED', 'MAD'],
  DIRHAMS: ['AED', 'MAD'],
  'د.إ': ['AED'],
  'ر.س': ['SAR'],
  // The sign ﷼ in its compatible form.
  ریال: [null, 'SAR', 'QAR', 'OMR', 'YER', 'IRR'],
  SR: ['SAR'],
  QR: ['QAR'],
  'ر.ق': ['QAR'],
  KD: ['KWD'],
  'د.ك': ['KWD'],
  BD: ['BHD'],
  RMB: ['CNY'],
};

const byName: ReadonlyMap<string, NamedCurrency> = new Map(Object.entries(names));

/** Returns the currencies that a code, sign or short name can mean; undefined for other texts. */
export function findCurrency(text: string): NamedCurrency | undefined {
  const name = text.toUpperCase();
  if (currencies.has(name)) return [name];
  return byName.get(name) ?? byName.get(name.replace(/\.$/, ''));
}

/** Returns the currencies that both names can mean; undefined when they contradict each other. */
export function combineCurrencies(one: NamedCurrency, other: NamedCurrency): NamedCurrency | undefined {
  const [common, ...others] = one.filter((code) => code !== null && other.includes(code));
  return common ? [common, ...others.filter((code) => code !== null)] : undefined;
}
