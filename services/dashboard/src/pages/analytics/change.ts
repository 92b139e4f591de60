/** How a figure differs from that of the period before. */
export interface Change {
  readonly direction: 'up' | 'down' | 'same';
  readonly text: string;
}

const directionOf = (difference: number): Change['direction'] =>
  difference > 0 ? 'up' : difference < 0 ? 'down' : 'same';

/** The change of a number or an amount, in percent; without a figure before there is nothing to take the percentage of. */
export function getChange(now: number, before: number, locale?: string): Change {
  const direction = directionOf(now - before);
  if (direction === 'same') return { direction, text: 'as before' };
  if (before === 0) return { direction, text: 'none before' };
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 1,
  });
  return { direction, text: format.format((now - before) / before) };
}

/** The change of a fraction, in percentage points. */
export function getPointChange(now: number, before: number, locale?: string): Change {
  const points = Math.round((now - before) * 1000) / 10;
  const direction = directionOf(points);
  if (direction === 'same') return { direction, text: 'as before' };
  const format = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero', maximumFractionDigits: 1 });
  return { direction, text: `${format.format(points)} points` };
}
