const units = [
  ['D', 24 * 3_600],
  ['H', 3_600],
  ['M', 60],
  ['S', 1],
] as const;

/** Milliseconds as an ISO 8601 duration in whole seconds, such as `P1DT2H30M`; `PT0S` for none. */
export function isoDuration(milliseconds: number): string {
  let rest = Math.round(milliseconds / 1_000);
  const parts = units.map(([unit, seconds]) => {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    return count > 0 ? `${count}${unit}` : '';
  });
  const [days, ...times] = parts;
  const time = times.join('');
  if (!days && !time) return 'PT0S';
  return `P${days}${time && 'T'}${time}`;
}
