/** Difference of a figure from the previous period. */
export interface Change {
  readonly direction: 'up' | 'down' | 'same';
  readonly text: string;
}

const getDirection = (difference: number): Change['direction'] =>
  difference > 0 ? 'up' : difference < 0 ? 'down' : 'same';

/** Returns the change of a number or amount in percent. Returns no percentage if the number was 0 before. */
export function getChange(now: number, before: number, locale?: string): Change {
  const direction = getDirection(now - before);
  if (direction === 'same') return { direction, text: 'no change' };
  if (before === 0) return { direction, text: 'up' };
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 1,
  });
  return { direction, text: format.format((now - before) / before) };
}

/** Returns the change of a fraction in percentage points. */
export function getPointChange(now: number, before: number, locale?: string): Change {
  const points = Math.round((now - before) * 1000) / 10;
  const direction = getDirection(points);
  if (direction === 'same') return { direction, text: 'no change' };
  const format = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero', maximumFractionDigits: 1 });
  return { direction, text: `${format.format(points)} points` };
}
