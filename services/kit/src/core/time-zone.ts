import { IANAZone } from 'luxon';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** No zone is farther from UTC. */
const maxOffsetMs = 26 * 60 * minuteMs;

/** Canonical names that Intl knows, by the lower-case name of the zone. */
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
 * Finds a time zone by its name in the IANA database, in any case. Returns the name as the database writes it, null for
 * an unknown one. Offsets such as `+04:00` aren't time zones, because their clocks never change.
 */
export function findTimeZone(name: string): string | null {
  if (!/^[A-Za-z]/.test(name) || !IANAZone.isValidZone(name)) return null;
  return canonicalNames.get(name.toLowerCase()) ?? writeAlias(name);
}

/** Returns whether a text has the form of a day, `2026-03-01`, unlike a full timestamp. */
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
 * If the clock shows midnight twice, the day begins at the first one.
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

/** Parses a timestamp, or a day, which means its start in the time zone. The date is invalid for any other text. */
export function parseMoment(text: string, timeZone: string): Date {
  return isDay(text) ? startOfDay(text, timeZone) : new Date(text);
}

/** Returns the last millisecond of a day in a time zone. */
export function endOfDay(day: string, timeZone: string): Date {
  return new Date(startOfDay(addDays(day, 1), timeZone).getTime() - 1);
}

/** A day and time as a clock on the wall shows it, in milliseconds since the epoch as if it were in UTC. */
type WallTime = number;

/** Earlier times had no time zones, and `Date` reads years below 100 differently. */
const firstZonedTime = Date.UTC(1000, 0, 1);

const maxKnownDays = 1_000;

/**
 * Offsets in milliseconds at the beginnings of days in UTC, by time zone and day since the epoch. They are cached
 * because a file may have many dates, which usually fall into a few years.
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
 * clocks skip is read with the offset before the change. A time that clocks show twice means the first one.
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
