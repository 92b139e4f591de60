interface ParsedDate {
  readonly value?: string;
  readonly fault?: string;
}

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const dateAndTime = /^(\S+?)(?:[Tt ](\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|[+-]\d{2}:?\d{2})?)?$/i;

function toDate(year: number, month: number, day: number): ParsedDate {
  // Date.UTC would read years below 100 as years of the 20th century.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? { value: date.toISOString().slice(0, 10) } : { fault: 'is not a valid date' };
}

/** Parses day before month, or month before day. With dots the day is first; otherwise one of them must be above 12. */
function parseYearLast(first: number, second: number, year: number, separator: string): ParsedDate {
  if (separator === '.' || first > 12 || first === second) return toDate(year, second, first);
  if (second > 12) return toDate(year, first, second);
  return { fault: 'is ambiguous because day and month can be exchanged; write it as 2027-06-30' };
}

function parseDay(text: string): ParsedDate | undefined {
  const [, year, , month, day] = yearFirst.exec(text) ?? [];
  if (year !== undefined) return toDate(Number(year), Number(month), Number(day));
  const [, first, separator = '', second, lastYear] = yearLast.exec(text) ?? [];
  if (first === undefined) return undefined;
  return parseYearLast(Number(first), Number(second), Number(lastYear), separator);
}

/** Parses days such as 2027-06-30, 2027/6/30, 30.6.2027, and 30/06/2027 if only one reading is possible. */
export function parseDate(text: string): ParsedDate {
  return parseDay(text) ?? { fault: 'must be a date such as 2027-06-30' };
}

/** Parses a day as in `parseDate`, with a time or without; in UTC unless it names its offset. */
export function parseDateTime(text: string): ParsedDate {
  const fault = 'must be a date and time such as 2027-06-30T09:30:00Z, or a date';
  const [, dayText = '', time = '00:00', zone = 'Z'] = dateAndTime.exec(text) ?? [];
  const day = parseDay(dayText) ?? { fault };
  if (day.value === undefined) return day;
  const instant = new Date(`${day.value}T${time.replace(/^\d:/, '0$&')}${zone.toUpperCase()}`);
  if (Number.isNaN(instant.getTime())) return { fault };
  const value = instant.toISOString();
  // With its offset an instant may be before the year 0 or after the year 9999, which have more digits.
  return /^\d{4}-/.test(value) ? { value } : { fault };
}
