import { percentile } from './percentile.js';

/** What rounds of one measurement gave. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export function toSpread(values: readonly number[]): Spread {
  return { median: percentile(values, 0.5), least: Math.min(...values), most: Math.max(...values) };
}

/** `1.31 (1.18 to 1.40)` */
export function formatSpread(values: readonly number[], digits: number): string {
  const { median, least, most } = toSpread(values);
  return `${median.toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
}
