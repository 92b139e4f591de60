import { IANAZone } from 'luxon';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Maximum distance of a time zone from UTC. */
const maxOffsetMs = 26 * 60 * minuteMs;

/** Canonical names that Intl knows, by the zone's name in lower case. */
const canonicalNames = new Map(Intl.supportedValuesOf('timeZone').map((name) => [name.toLowerCase(), name]));

const capitalize = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** Writes an alias as the IANA database does: `asia/kolkata` becomes `Asia/Kolkata`, `gmt` becomes `GMT`. */
function writeAlias(name: string): string {
  const lower = name.toLowerCase();
  if (name !== lower && name !== name.toUpperCase()) return name;
  if (!name.includes('/')) return name.toUpperCase();
  if (lower.startsWith('us/')) return `US/${capitalize(lower.slice(3))}`;
  if (lower.startsWith('etc/')) return `Etc/${lower.slice(4).toUpperCase()}`;
  return lower.replace(/[a-z]+/g, capitalize);
}

/**
 * Finds a time zone by its name in the IANA database, in any case. Returns the name as the database writes it, or null
 * for an unknown zone. Offsets such as `+04:00` aren't time zones, because their clocks never change.
 */
export function findTimeZone(name: string): string | null {
  if (!/^[A-Za-z]/.test(name) || !IANAZone.isValidZone(name)) return null;
  return canonicalNames.get(name.toLowerCase()) ?? writeAlias(name);
}

/** Returns whether a text is a date such as `2026-03-01`, and not a full timestamp. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

/**
 * Returns the offset from UTC at an instant, in milliseconds. A zone that this Node.js doesn't know is read as UTC.
 */
function readOffsetMs(instant: number, timeZone: string): number {
  const minutes = IANAZone.create(timeZone).offset(instant);
  return Number.isNaN(minutes) ? 0 : Math.round(minutes * minuteMs);
}

/** Returns the day of a moment in a time zone, `YYYY-MM-DD`. */
export function toLocalDay(moment: Date, timeZone: string): string {
  const offsetMs = readOffsetMs(moment.getTime(), timeZone);
  return new Date(moment.getTime() + offsetMs).toISOString().slice(0, 10);
}

/** Adds calendar days to a day, `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/**
 * Returns the moment at which a day begins in a time zone. If the clock skips midnight, the day begins after the gap.
 * If midnight occurs twice, the day begins at the first one.
 */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(day);
  if (timeZone === 'UTC') return new Date(midnight);
  const hasBegun = (moment: number) => moment + readOffsetMs(moment, timeZone) >= midnight;
  // Most days begin at one of the offsets that the zone has around midnight.
  for (const near of [midnight - maxOffsetMs, midnight + maxOffsetMs]) {
    const start = midnight - readOffsetMs(near, timeZone);
    if (hasBegun(start) && !hasBegun(start - 1)) return new Date(start);
  }
  let [before, after] = [midnight - maxOffsetMs, midnight + maxOffsetMs];
  while (after - before > minuteMs) {
    const middle = before + Math.floor((after - before) / minuteMs / 2) * minuteMs;
    if (hasBegun(middle)) after = middle;
    else before = middle;
  }
  return new Date(after);
}

/**
 * Parses a timestamp or a date. A date stands for the start of its day in the time zone. Any other text gives an
 * invalid date.
 */
export function parseMoment(text: string, timeZone: string): Date {
  return isDay(text) ? startOfDay(text, timeZone) : new Date(text);
}

/** Returns the last millisecond of a day in a time zone. */
export function endOfDay(day: string, timeZone: string): Date {
  return new Date(startOfDay(addDays(day, 1), timeZone).getTime() - 1);
}

/** Date and time on a wall clock, in milliseconds since the epoch as if the clock were in UTC. */
type WallTime = number;

/** There were no time zones before this time, and `Date` reads years below 100 differently. */
const firstZonedTime = Date.UTC(1000, 0, 1);

const maxKnownDays = 1_000;

/**
 * Offsets in milliseconds at the start of UTC days, by time zone and day since the epoch. They are cached because a
 * file may contain many dates, usually from a few years.
 */
const offsets = new Map<string, Map<number, number>>();

function getOffsetMs(day: number, timeZone: string): number {
  const known = offsets.get(timeZone) ?? new Map<number, number>();
  offsets.set(timeZone, known);
  const found = known.get(day);
  if (found !== undefined) return found;
  if (known.size >= maxKnownDays) known.clear();
  const offset = readOffsetMs(day * dayMs, timeZone);
  known.set(day, offset);
  return offset;
}

/**
 * Returns the instant at which clocks in the time zone show this time, in milliseconds since the epoch. A time that
 * clocks skip is read with the offset before the change. If clocks show a time twice, the first is used.
 */
export function toInstant(wallTime: WallTime, timeZone: string): number {
  if (timeZone === 'UTC' || wallTime < firstZonedTime) return wallTime;
  const day = Math.floor(wallTime / dayMs);
  // Clocks change by less than a day, and not twice within three days.
  const before = getOffsetMs(day - 1, timeZone);
  const after = getOffsetMs(day + 2, timeZone);
  if (before === after) return wallTime - before;
  const fits = [before, after].find((offset) => readOffsetMs(wallTime - offset, timeZone) === offset);
  return wallTime - (fits ?? before);
}
