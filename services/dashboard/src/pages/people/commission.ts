/** The fraction that the API takes, of what a field for percent has; null for an empty one. */
export function toFraction(percent: number | string): number | null {
  if (percent === '') return null;
  return Math.round(Number(percent) * 1e6) / 1e8;
}

/** What a field for percent shows of a fraction. */
export function toPercent(fraction: number | null): number | string {
  return fraction === null ? '' : Math.round(fraction * 1e8) / 1e6;
}
