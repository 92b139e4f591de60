/** A day and time as a clock on the wall shows it, in milliseconds since the epoch as if it were in UTC. */
type WallTime = number;

/** Time zones are younger. `Date` reads years below 100 differently. */
const firstZonedTime = Date.UTC(1000, 0, 1);

const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}

/** Returns what a clock in the time zone shows at the instant, without the milliseconds. */
function toWallTime(instant: number, timeZone: string): WallTime {
  const parts = new Map(
    getFormat(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const days = Date.UTC(get('year'), get('month') - 1, get('day'));
  return days + ((get('hour') * 60 + get('minute')) * 60 + get('second')) * 1000;
}

const dayMs = 86_400_000;
const maxKnownDays = 1_000;

/** Offsets at the beginnings of days, by time zone and day since the epoch: many cells have days of few years. */
const offsets = new Map<string, Map<number, number>>();

function getOffset(day: number, timeZone: string): number {
  const known = offsets.get(timeZone) ?? new Map<number, number>();
  offsets.set(timeZone, known);
  const found = known.get(day);
  if (found !== undefined) return found;
  if (known.size >= maxKnownDays) known.clear();
  const offset = toWallTime(day * dayMs, timeZone) - day * dayMs;
  known.set(day, offset);
  return offset;
}

/**
 * Returns the instant at which clocks in the time zone show this time. A time that clocks skip is read by the offset
 * before the change, and one that they show twice is the first.
 * @param timeZone name of the IANA database, such as `Asia/Dubai`.
 */
export function toInstant(wallTime: WallTime, timeZone: string): number {
  if (timeZone === 'UTC' || wallTime < firstZonedTime) return wallTime;
  const day = Math.floor(wallTime / dayMs);
  // Clocks change by less than a day, and not twice within three days.
  const before = getOffset(day - 1, timeZone);
  const after = getOffset(day + 2, timeZone);
  if (before === after) return wallTime - before;
  const seconds = Math.floor(wallTime / 1000) * 1000;
  const fits = [before, after].find((offset) => toWallTime(seconds - offset, timeZone) === seconds);
  return wallTime - (fits ?? before);
}
