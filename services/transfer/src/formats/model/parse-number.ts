/**
 * Notation of numbers, given as an example. It shows which character separates thousands and which separates decimals.
 */
export type NumberFormat = '1,234.56' | '1.234,56';

/** Number whose separator may separate thousands or decimals, such as `1.234`. */
interface TwoReadings {
  readonly grouped: string;
  readonly decimal: string;
  readonly separator: '.' | ',';
}

/**
 * Number as digits with a decimal point, such as `1234.56`. `format` is the notation of the original text if it can be
 * recognized.
 */
interface OneReading {
  readonly digits: string;
  readonly format?: NumberFormat;
}

export type NumberReading = OneReading | TwoReadings;

const scientific = /^[+-]?\d+(\.\d+)?e[+-]?\d{1,3}$/i;
const spaced = /^[+-]?\d{1,3}([ '’]\d{3})+([.,]\d+)?$/;
const points = /^[+-]?\d{1,3}(\.\d{3})+(,\d+)?$/;
const commas = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/;
/** Groups of thousands, then of hundreds of thousands (lakh) and tens of millions (crore): `1,25,00,000`. */
const indian = /^[+-]?\d{1,2}(,\d{2})*,\d{3}(\.\d+)?$/;
const simple = /^([+-]?)(\d*)([.,])(\d+)$/;

function toFormat(decimalSign: string | undefined): NumberFormat {
  return decimalSign === ',' ? '1.234,56' : '1,234.56';
}

/**
 * Reads a number with one separator. The separator is for decimals unless exactly three digits follow, as after
 * thousands.
 */
function readSimple(text: string): NumberReading | undefined {
  const [, sign = '', whole = '', separator, rest = ''] = simple.exec(text) ?? [];
  if (separator !== '.' && separator !== ',') return undefined;
  const decimal = `${sign}${whole || '0'}.${rest}`;
  const mayBeGrouped = rest.length === 3 && whole.length >= 1 && whole.length <= 3 && !whole.startsWith('0');
  if (mayBeGrouped) return { grouped: `${sign}${whole}${rest}`, decimal, separator };
  return { digits: decimal, format: toFormat(separator) };
}

/** Reads a number in any notation. Returns undefined for other texts. */
export function readNumber(text: string): NumberReading | undefined {
  if (/^[+-]?\d+$/.test(text) || scientific.test(text)) return { digits: text };
  // The Arabic separators are unambiguous.
  if (/[٫٬]/.test(text)) {
    const digits = text.replace(/٬/g, '').replace('٫', '.');
    return /^[+-]?\d+(\.\d+)?$/.test(digits) ? { digits } : undefined;
  }
  const single = readSimple(text);
  if (single) return single;
  if (commas.test(text) || indian.test(text)) return { digits: text.replace(/,/g, ''), format: '1,234.56' };
  if (points.test(text)) return { digits: text.replace(/\./g, '').replace(',', '.'), format: '1.234,56' };
  if (!spaced.test(text)) return undefined;
  const decimalSign = /[.,]/.exec(text)?.[0];
  const digits = text.replace(/[ '’]/g, '').replace(',', '.');
  return decimalSign === undefined ? { digits } : { digits, format: toFormat(decimalSign) };
}

/** Limits of a numeric field. */
export interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

/** Information that is used to choose between two readings of a number. */
export interface NumberContext extends Bounds {
  /** Notation that the values of the column show; null if they show none. */
  readonly format: NumberFormat | null;
  /** Whether the import sets the notation, so that a number in another notation is an error. */
  readonly isFixed: boolean;
  /** Chooses a reading if the column shows no notation. Returns null if even a person couldn't decide. */
  readonly prefer: (decimal: number) => 'grouped' | 'decimal' | null;
}

export interface ParsedNumber {
  readonly value?: number;
  readonly fault?: string;
}

/** Error message for a number such as 1e999. It would become infinite, which JSON can't express. */
export const tooLarge = 'is too large a number';

/**
 * Converts digits, and multiplies the number by ten to the power. Shifting the decimal point in the text keeps 4.35
 * million exact.
 */
function toNumber(digits: string, power: number): ParsedNumber {
  const [mantissa = '', exponent = '0'] = digits.toLowerCase().split('e');
  const value = Number(`${mantissa}e${Number(exponent) + power}`);
  return Number.isFinite(value) ? { value } : { fault: tooLarge };
}

function chooseReading({ grouped, decimal, separator }: TwoReadings, context: NumberContext, power: number) {
  const { format, minimum, maximum, prefer } = context;
  if (format !== null) return toFormat(separator) === format ? decimal : grouped;
  const thousands = toNumber(grouped, power).value ?? Number.POSITIVE_INFINITY;
  if (thousands < minimum || thousands > maximum) return decimal;
  const choice = prefer(Number(decimal));
  return choice && { grouped, decimal }[choice];
}

/**
 * Parses a number in the notation of its column. Multiplies the value by ten to the `power`. Returns undefined for a
 * text that isn't a number.
 */
export function parseNumber(text: string, context: NumberContext, power = 0): ParsedNumber | undefined {
  const reading = readNumber(text);
  if (!reading) return undefined;
  if ('digits' in reading) {
    const isOther = context.isFixed && reading.format !== undefined && reading.format !== context.format;
    if (isOther) return { fault: `is not written like ${context.format}, which number_format requires` };
    return toNumber(reading.digits, power);
  }
  const digits = chooseReading(reading, context, power);
  if (digits !== null) return toNumber(digits, power);
  const { grouped, decimal } = reading;
  return { fault: `may be ${grouped} or ${Number(decimal)}: send number_format=1,234.56 or number_format=1.234,56` };
}

/** Formats a number so that it is read back as the same number, and spreadsheets recognize it as a number. */
export function formatNumber(value: number): string {
  const text = String(value);
  const reading = readNumber(text);
  return reading && 'grouped' in reading ? `${text}0` : text;
}
