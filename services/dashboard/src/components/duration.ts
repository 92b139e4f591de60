const iso = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const unitSeconds = [86_400, 3_600, 60, 1] as const;
const unitNames = ['day', 'hour', 'minute', 'second'] as const;

/** The seconds of an ISO 8601 duration of days and less, such as `PT4H30M`; undefined when it is none. */
export function toSeconds(duration: string): number | undefined {
  const parts = iso.exec(duration)?.slice(1);
  return parts?.reduce((sum, part, index) => sum + Number(part ?? 0) * (unitSeconds[index] ?? 0), 0);
}

/** An ISO 8601 duration by its two largest units, as the viewer's locale writes it; a dash where there is none. */
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

/** How long something took, as the viewer's locale writes it: milliseconds below a second, seconds from there on. */
export function formatMilliseconds(milliseconds: number, locale?: string): string {
  const isShort = milliseconds < 1000;
  const options = { style: 'unit', unit: isShort ? 'millisecond' : 'second', maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(locale, options).format(isShort ? milliseconds : milliseconds / 1000);
}
