const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const count = (value: number, unit: string) => `${value} ${unit}${value === 1 ? '' : 's'}`;

/** Describes the time until something ends, in the two largest units. */
export function describeTimeLeft(ms: number): string {
  if (ms <= 0) return 'Expired';
  const [days, hours] = [Math.floor(ms / dayMs), Math.floor((ms % dayMs) / hourMs)];
  const minutes = Math.floor((ms % hourMs) / minuteMs);
  if (days > 0) return [count(days, 'day'), ...(hours > 0 ? [`${hours} h`] : []), 'left'].join(' ');
  if (hours > 0) return `${hours} h ${minutes} min left`;
  return minutes > 0 ? `${minutes} min left` : `${Math.ceil(ms / 1_000)} s left`;
}

/** Returns the milliseconds until the description changes. */
export function findNextTick(ms: number): number {
  return ms > minuteMs ? Math.min((ms % minuteMs) + 1, minuteMs) : 1_000;
}
