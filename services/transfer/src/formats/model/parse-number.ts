const plain = /^[+-]?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i;

/** Separator of thousands or of decimals if both readings are possible: 1.234 or 1,234. */
const ambiguous = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;

const grouped = [
  { pattern: /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/, group: /,/g, point: '.' },
  { pattern: /^[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/, group: /\./g, point: ',' },
  { pattern: /^[+-]?[1-9]\d{0,2}([ \u00A0\u202F'’]\d{3})+([.,]\d+)?$/, group: /[ \u00A0\u202F'’]/g, point: ',' },
  { pattern: /^[+-]?\d+,\d+$/, group: /$^/g, point: ',' },
];

export interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

interface ParsedNumber {
  readonly value?: number;
  readonly fault?: string;
}

/** Fault of a number such as 1e999: it becomes infinite when read, which JSON can't express. */
export const tooLarge = 'is too large a number';

function toFinite(value: number): ParsedNumber {
  return Number.isFinite(value) ? { value } : { fault: tooLarge };
}

function parseAmbiguous(text: string, { minimum, maximum }: Bounds): ParsedNumber {
  const decimal = Number(text.replace(',', '.'));
  const thousands = Number(text.replace(/[.,]/, ''));
  if (thousands < minimum || thousands > maximum) return { value: decimal };
  return { fault: `may be ${thousands} or ${decimal}: write ${thousands}, or ${decimal.toFixed(4)}` };
}

/**
 * Parses numbers such as 1234.56, 1,234.56, 1.234,56, 1 234,56 and 1234,56. A number with two readings within the
 * bounds of its field, such as 1.234, is a fault.
 */
export function parseNumber(text: string, bounds: Bounds): ParsedNumber {
  if (ambiguous.test(text)) return parseAmbiguous(text, bounds);
  if (plain.test(text)) return toFinite(Number(text));
  const notation = grouped.find(({ pattern }) => pattern.test(text));
  if (!notation) return { fault: 'must be a number such as 1234.56, without currency or unit' };
  return toFinite(Number(text.replace(notation.group, '').replace(notation.point, '.')));
}

/** Formats a number as text that `parseNumber` reads as the same number, and a spreadsheet as a number. */
export function formatNumber(value: number): string {
  const text = String(value);
  return ambiguous.test(text) ? `${text}0` : text;
}
