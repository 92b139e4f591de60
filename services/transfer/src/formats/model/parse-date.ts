import { toInstant } from '@plotline/kit/core/time-zone';
import { type DateOrder, type DateReading, type Day, type OpenNumbers, readDate } from './date-parts.js';
import { type Token, tokenize } from './date-tokens.js';
import { type ParsedTime, parseTime } from './parse-time.js';

/** Information that is used to read a date. */
export interface DateContext {
  /** Order that the values of the column show; null if they show none. */
  readonly order: DateOrder | null;
  /** Whether the import sets the order, so that a date in another order is an error. */
  readonly isFixed: boolean;
  /** Time zone of times without an offset, as a name in the IANA time zone database. */
  readonly timeZone: string;
}

export interface ParsedDate {
  readonly value?: string;
  readonly fault?: string;
}

interface ReadText {
  readonly date: DateReading;
  readonly time: ParsedTime | null;
}

const midnight: ParsedTime = { milliseconds: 0, offset: null };

/** Start of the calendar of spreadsheets, which wrongly contains a 29 February 1900. */
const serialStart = Date.UTC(1899, 11, 30);
/** Serial numbers of days from 1927 to 2173. Smaller numbers may be years. */
const serial = /^([1-9]\d{4})(?:[.,](\d{1,15}))?$/;

/** Reads the number with which a spreadsheet stores a day and time. */
function readSerial(text: string): ReadText | null {
  const [, days, fraction = '0'] = serial.exec(text) ?? [];
  if (days === undefined) return null;
  const at = new Date(serialStart + Number(days) * 86_400_000);
  const day = { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
  // Rounded to seconds, because the fraction of a day is not exact.
  const milliseconds = Math.round(Number(`0.${fraction}`) * 86_400) * 1000;
  return { date: { kind: 'day', day }, time: { milliseconds, offset: null } };
}

/** Returns the index at which the time begins: the number before the first colon. */
function findTime(tokens: readonly Token[]): number {
  const colon = tokens.findIndex(({ kind, text }) => kind === 'sign' && text === ':');
  return colon < 0 ? tokens.length : colon - 1;
}

/** Matches dates as programs write them. Most dates of large files are read here, which is fast. */
const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z?))?$/;

function readIso(text: string): ReadText | null {
  const [, year, month, day, time, zone] = iso.exec(text) ?? [];
  if (year === undefined) return null;
  const date = { kind: 'day', day: { year: Number(year), month: Number(month), day: Number(day) } } as const;
  if (time === undefined) return { date, time: null };
  const milliseconds = Date.parse(`1970-01-01T${time}Z`);
  return Number.isNaN(milliseconds) ? null : { date, time: { milliseconds, offset: zone === 'Z' ? 0 : null } };
}

/** Reads a date with or without a time, in any order of its numbers. Returns null for other texts. */
function readText(text: string): ReadText | null {
  const known = readIso(text) ?? readSerial(text);
  if (known) return known;
  const tokens = tokenize(text);
  if (!tokens) return null;
  const at = findTime(tokens);
  const time = at < tokens.length ? parseTime(tokens.slice(Math.max(at, 0))) : null;
  if (at < tokens.length && time === null) return null;
  const before = tokens.slice(0, Math.max(at, 0));
  // Removes the T between date and time.
  const date = readDate(time && before.at(-1)?.text === 't' ? before.slice(0, -1) : before);
  return date ? { date, time } : null;
}

/** Returns the order of the numbers if only one order is possible. Returns null if two orders are possible. */
function findOnlyOrder({ numbers: [one, two, three], endsWithYear }: OpenNumbers): DateOrder | null {
  if (one > 31 && two <= 12 && !endsWithYear && three <= 31) return 'ymd';
  if (one <= 12 === two <= 12) return null;
  return two <= 12 ? 'dmy' : 'mdy';
}

/** Order that is evident from the date itself, because one of its numbers can't be a month. */
export interface ShownOrder {
  /** Null for a date whose day and month could be swapped. */
  readonly order: DateOrder | null;
}

/**
 * Returns the evidence in a text about the order in its column. Returns undefined for a date that doesn't depend on the
 * order.
 */
export function findShownOrder(text: string): ShownOrder | undefined {
  const date = readText(text)?.date;
  if (date?.kind !== 'numbers') return undefined;
  const [one, two] = date.numbers;
  if (one === two || two > 31 || (one > 12 && two > 12)) return undefined;
  return { order: findOnlyOrder(date) };
}

const notValid = 'is not a valid date';

/** Returns the day that the numbers represent in this order. Returns null if that is not a valid day. */
function toDay({ numbers: [one, two, three], endsWithYear }: OpenNumbers, order: DateOrder): Day | null {
  if (order === 'ymd') return endsWithYear ? null : { year: 2000 + one, month: two, day: three };
  const year = endsWithYear ? three : 2000 + three;
  return order === 'dmy' ? { day: one, month: two, year } : { month: one, day: two, year };
}

/**
 * Returns the order of the numbers. It comes from the option, the numbers themselves, the column, or full stops between
 * the numbers. Returns null if none of these decides.
 */
function chooseOrder(date: OpenNumbers, context: DateContext): DateOrder | null {
  if (context.isFixed) return context.order;
  const [one, two] = date.numbers;
  // People who write dates with full stops write the day first.
  return findOnlyOrder(date) ?? context.order ?? (one === two || date.isDotted ? 'dmy' : null);
}

/** Returns the time in milliseconds since the epoch, in UTC; null for a day that doesn't exist. */
function toTime({ year, month, day }: Day): number | null {
  // Date.UTC would read years below 100 as years of the 20th century.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1;
  return exists ? date.getTime() : null;
}

/** Returns the last day of the period. */
function toLastDay(year: number, months: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, months, 0);
  return date.getTime();
}

function toDateTime(date: DateReading, context: DateContext): { readonly time?: number; readonly fault?: string } {
  if (date.kind === 'period') return { time: toLastDay(date.year, date.months) };
  if (date.kind === 'day') {
    const time = toTime(date.day);
    return time === null ? { fault: notValid } : { time };
  }
  const order = chooseOrder(date, context);
  if (order === null) {
    return { fault: 'may have the day or the month first: send date_order=dmy or date_order=mdy, or write 2027-06-30' };
  }
  const day = toDay(date, order);
  const time = day && toTime(day);
  if (time !== null) return { time };
  return { fault: context.isFixed ? `is not a valid date in the order of date_order=${order}` : notValid };
}

/**
 * Parses a day such as 2027-06-30, 30.6.2027, 30/06/27 and 30 June 2027. A month, quarter or year means its last day. A
 * time is ignored.
 */
export function parseDate(text: string, context: DateContext): ParsedDate {
  const read = readText(text);
  if (!read) return { fault: 'must be a date such as 2027-06-30, June 2027 or Q2 2027' };
  const { time, fault = notValid } = toDateTime(read.date, context);
  return time === undefined ? { fault } : { value: new Date(time).toISOString().slice(0, 10) };
}

/**
 * Parses a day like `parseDate`, with or without a time. Without an offset, the time is in the time zone of the
 * context.
 */
export function parseDateTime(text: string, context: DateContext): ParsedDate {
  const noTime = 'must be a date and time such as 2027-06-30T09:30:00Z, or a date';
  const read = readText(text);
  if (!read || read.date.kind === 'period') return { fault: noTime };
  const { time: day, fault = notValid } = toDateTime(read.date, context);
  if (day === undefined) return { fault };
  const { milliseconds, offset } = read.time ?? midnight;
  const wallTime = day + milliseconds;
  const instant = new Date(offset === null ? toInstant(wallTime, context.timeZone) : wallTime - offset * 60_000);
  const value = Number.isNaN(instant.getTime()) ? '' : instant.toISOString();
  // With an offset, a time may be before the year 0 or after the year 9999. Such years don't have four digits.
  return /^\d{4}-/.test(value) ? { value } : { fault: noTime };
}
