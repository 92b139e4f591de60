const iso = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const unitSeconds = [86_400, 3_600, 60, 1] as const;
const unitNames = ['day', 'hour', 'minute', 'second'] as const;

/**
 * Converts an ISO 8601 duration such as `PT4H30M` to seconds. Accepts days and smaller units. Returns undefined for
 * other text.
 */
export function toSeconds(duration: string): number | undefined {
  const parts = iso.exec(duration)?.slice(1);
  return parts?.reduce((sum, part, index) => sum + Number(part ?? 0) * (unitSeconds[index] ?? 0), 0);
}

/** Formats the two largest units of an ISO 8601 duration. Returns a dash for an empty or invalid duration. */
export function formatDuration(duration: string, locale?: string): string {
  const seconds = toSeconds(duration);
  if (!seconds) return '–';
  let rest = Math.max(Math.round(seconds), 1);
  const words: string[] = [];
  for (const [index, size] of unitSeconds.entries()) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count === 0 && words.length === 0) continue;
    const unit = unitNames[index] ?? 'second';
    if (count > 0)
      words.push(new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count));
    if (words.length === 2) break;
  }
  return words.join(' ');
}

/** Formats milliseconds. Durations of a second or more are in seconds. */
export function formatMilliseconds(milliseconds: number, locale?: string): string {
  const isShort = milliseconds < 1000;
  const options = { style: 'unit', unit: isShort ? 'millisecond' : 'second', maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(locale, options).format(isShort ? milliseconds : milliseconds / 1000);
}
