import { findAreaUnit } from './area-unit.js';
import { splitAtNumber } from './parse-money.js';
import { type NumberContext, type ParsedNumber, parseNumber } from './parse-number.js';

export interface ParsedArea extends ParsedNumber {
  /** Unit that is named in the text. */
  readonly unit?: string;
}

const noArea = 'must be an area such as 1250, 1,250 sq ft or 116.13 m²';

/**
 * Splits a text before and after its number. The exponent of a unit such as `m2` doesn't count as a digit of the
 * number.
 */
function splitArea(text: string) {
  const unit = /(m|ft|yd|mt|mts|feet)\s?\^?2$/i.exec(text)?.[0] ?? '';
  const split = splitAtNumber(text.slice(0, text.length - unit.length));
  return split && { ...split, after: `${split.after} ${unit}`.trim() };
}

/** Returns the number in the text of an area, without its unit; undefined for other texts. */
export function findAreaNumber(text: string): string | undefined {
  return splitArea(text)?.number;
}

/** Information that is used to read an area. */
export interface AreaContext extends Omit<NumberContext, 'prefer'> {
  /** Unit in the name of the column; undefined when there is none. */
  readonly unit?: string | undefined;
  /** Whether this is the area of a home. Such an area is never only a few square feet or metres. */
  readonly isHome: boolean;
}

/**
 * Smallest plausible area of a home, or of a plot, in square feet or metres. Because of it, 1.250 m² is read as 1,250.
 */
const minArea = 10;

/** Parses an area with its unit, such as `1,250 sq ft` and `116.13 m²`. */
export function parseArea(text: string, context: AreaContext): ParsedArea {
  const split = splitArea(text);
  if (split?.before !== '') return { fault: noArea };
  const unit = split.after === '' ? undefined : findAreaUnit(split.after)?.name;
  if (split.after !== '' && unit === undefined) return { fault: noArea };
  const known = unit ?? context.unit;
  const isSmallUnit = known === 'sqft' || known === 'sqm' || (known === undefined && context.isHome);
  const prefer: NumberContext['prefer'] = (decimal) => (isSmallUnit && decimal < minArea ? 'grouped' : null);
  const parsed = parseNumber(split.number, { ...context, prefer });
  if (!parsed) return { fault: noArea };
  return { ...parsed, ...(unit !== undefined && { unit }) };
}
