import { percentile } from './percentile.js';

/** Results of the rounds of one measurement. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function toSpread(values: readonly number[]): Spread {
  return { median: percentile(values, 0.5), min: Math.min(...values), max: Math.max(...values) };
}

/** Formats `1.31 (1.18 to 1.40)`. */
export function formatSpread(values: readonly number[], digits: number): string {
  const { median, min, max } = toSpread(values);
  return `${median.toFixed(digits)} (${min.toFixed(digits)} to ${max.toFixed(digits)})`;
}
