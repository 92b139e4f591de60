import { splitAtNumber } from './parse-money.js';
import { type NumberContext, type ParsedNumber, parseNumber } from './parse-number.js';

/** Units of area by the name that is stored, with the names that people write, without spaces and points. */
const units: Readonly<Record<string, string>> = {
  sqft: 'sqft, sqfeet, sqfoot, sf, ft2, ft^2, feet2, sft, squarefeet, squarefoot, squareft, sqrft',
  sqm: 'sqm, m2, m^2, mt2, mts2, sqmt, sqmtr, sqmtrs, sqmeter, sqmeters, sqmetre, sqmetres, squaremeter, squaremeters, squaremetre, squaremetres, squarem, mq, qm',
  sqyd: 'sqyd, sqyds, sqyard, sqyards, squareyard, squareyards, yd2, yd^2',
  acre: 'acre, acres, ac',
  ha: 'ha, hectare, hectares',
};

const unitsByName: ReadonlyMap<string, string> = new Map(
  Object.entries(units).flatMap(([unit, names]) => names.split(', ').map((name) => [name, unit] as const)),
);

/** Returns the unit of area that a text names, such as `sqft` for `sq. ft.`; undefined for other texts. */
export function findAreaUnit(text: string): string | undefined {
  return unitsByName.get(text.toLowerCase().replace(/[\s._-]/g, ''));
}

export interface ParsedArea extends ParsedNumber {
  /** Unit that the text names. */
  readonly unit?: string;
}

const noArea = 'must be an area such as 1250, 1,250 sq ft or 116.13 m²';

/** Splits the 2 of `m2` off a number, where it is the last digit. */
function splitArea(text: string) {
  const unit = /(m|ft|yd|mt|mts|feet)\s?\^?2$/i.exec(text)?.[0] ?? '';
  const split = splitAtNumber(text.slice(0, text.length - unit.length));
  return split && { ...split, after: `${split.after} ${unit}`.trim() };
}

/** Returns the number in the text of an area, without its unit; undefined for other texts. */
export function findAreaNumber(text: string): string | undefined {
  return splitArea(text)?.number;
}

/** No home is smaller than this in square feet or metres, so that 1.250 m² are 1,250. */
const minHome = 10;

/** Parses an area with its unit, such as `1,250 sq ft` and `116.13 m²`. */
export function parseArea(text: string, context: Omit<NumberContext, 'prefer'>): ParsedArea {
  const split = splitArea(text);
  if (!split || split.before !== '') return { fault: noArea };
  const unit = split.after === '' ? undefined : findAreaUnit(split.after);
  if (split.after !== '' && unit === undefined) return { fault: noArea };
  const prefer: NumberContext['prefer'] = (decimal) => ((unit === 'sqft' || unit === 'sqm') && decimal < minHome ? 'grouped' : null);
  const parsed = parseNumber(split.number, { ...context, prefer });
  if (!parsed) return { fault: noArea };
  return { ...parsed, ...(unit !== undefined && { unit }) };
}
