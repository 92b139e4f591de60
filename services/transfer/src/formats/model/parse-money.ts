import { combineCurrencies, findCurrency, type NamedCurrency } from './currency-name.js';
import { type NumberContext, type ParsedNumber, parseNumber } from './parse-number.js';

/** Words that multiply an amount, each with its power of ten. */
const multipliers: ReadonlyMap<string, number> = new Map([
  ...['k', 'thousand', 'thousands'].map((word) => [word, 3] as const),
  ...['lakh', 'lakhs', 'lac', 'lacs'].map((word) => [word, 5] as const),
  ...['m', 'mn', 'mln', 'mio', 'million', 'millions'].map((word) => [word, 6] as const),
  ...['cr', 'crore', 'crores'].map((word) => [word, 7] as const),
  ...['b', 'bn', 'billion', 'billions'].map((word) => [word, 9] as const),
]);

/** Amount split into its number and the words around it. */
export interface SplitText {
  readonly before: string;
  readonly number: string;
  readonly after: string;
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

/** Splits a text before its first and after its last digit. Returns null for a text without digits. */
export function splitAtNumber(text: string): SplitText | null {
  let start = 0;
  while (start < text.length && !isDigit(text[start])) start += 1;
  if (start === text.length) return null;
  let end = text.length;
  while (!isDigit(text[end - 1])) end -= 1;
  const hasSign = start > 0 && /[+-]/.test(text[start - 1] ?? '');
  const from = hasSign ? start - 1 : start;
  return { before: text.slice(0, from).trim(), number: text.slice(from, end), after: text.slice(end).trim() };
}

const word = /[\p{L}.]*\p{Sc}|[\p{L}.]+/gu;

interface MoneyWords {
  readonly power: number;
  readonly currency: NamedCurrency | null;
}

/** Splits a multiplier from a currency that is written without a space, as in `450kAED`. */
function splitWord(text: string): readonly string[] {
  const lower = text.toLowerCase();
  if (multipliers.has(lower) || findCurrency(text)) return [text];
  return /^[km]/.test(lower) ? [text.slice(0, 1), text.slice(1)] : [text];
}

/** Reads the words around an amount: currencies and at most one multiplier. Returns null for other words. */
function readWords({ before, after }: SplitText): MoneyWords | null {
  // Removes signs as in 1.250.000,- and 50,00,000/-, which mean no decimals, and as in 450 (AED).
  const rest = after.replace(/^[,./]-|^\.$/, '').replace(/^\(([^()]*)\)$/, '$1');
  const text = `${before} ${rest}`;
  if (text.replace(word, '').trim() !== '') return null;
  const words = (text.match(word) ?? []).flatMap(splitWord).map((name) => {
    const currency = findCurrency(name);
    return { currency, power: currency ? 0 : multipliers.get(name.toLowerCase().replace(/\.$/, '')) };
  });
  const multiplying = words.filter(({ currency }) => !currency);
  const [multiplier] = multiplying;
  if (multiplying.length > 1 || words.some(({ power }) => power === undefined)) return null;
  const [first = null, ...others] = words.flatMap(({ currency }) => (currency ? [currency] : []));
  const currency = others.reduce(
    (known: NamedCurrency | null | undefined, other) => (known ? combineCurrencies(known, other) : known),
    first,
  );
  return currency === undefined ? null : { power: multiplier?.power ?? 0, currency };
}

export interface ParsedMoney extends ParsedNumber {
  /** Currency that is named in the text. */
  readonly currency?: NamedCurrency;
}

/** Error message for a text that isn't an amount. */
const noAmount = 'must be an amount such as 1250000, 1,250,000.50, AED 1.25M or 450k';

/** Chooses between two readings of an amount if the import sets no notation. */
function preferReading(power: number): NumberContext['prefer'] {
  // Amounts don't have three decimals, so 1.250 means 1,250 and 1.250k means 1,250 thousand. But 1.250M means 1.25
  // million.
  return () => (power > 3 ? 'decimal' : 'grouped');
}

/** Parses an amount of money with its currency and multiplier, such as `AED 1.25M`, `450k` and `450.000,00 €`. */
export function parseMoney(text: string, { format, ...context }: Omit<NumberContext, 'prefer'>): ParsedMoney {
  const split = splitAtNumber(text);
  const words = split && readWords(split);
  if (!split || !words) return { fault: noAmount };
  const { power, currency } = words;
  const parsed = parseNumber(
    split.number,
    { ...context, format: context.isFixed ? format : null, prefer: preferReading(power) },
    power,
  );
  if (!parsed) return { fault: noAmount };
  return { ...parsed, ...(currency && { currency }) };
}
