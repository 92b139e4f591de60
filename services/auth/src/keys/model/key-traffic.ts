/** A request that was made with a key. */
export interface KeyRequest {
  readonly id: string;
  readonly version: number;
  readonly key_id: string;
  readonly at: Date;
  readonly method: string;
  /** Template of the path; null for a path outside the contract. */
  readonly path: string | null;
  /** Names of the query's parameters. */
  readonly query: readonly string[];
  readonly status: number;
  readonly duration_ms: number;
  readonly request_id: string;
}

/** Numbers of requests. */
export interface RequestCounts {
  readonly requests: number;
  readonly client_errors: number;
  readonly server_errors: number;
}

/** Requests that a key made within an hour. */
export interface KeyHour extends RequestCounts {
  readonly hour: Date;
}

/** Requests since the start of an interval. */
export interface UsagePoint extends RequestCounts {
  readonly start: Date;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Period that a report covers, and the length of its intervals. */
const periods = {
  '24h': { count: 24, lengthMs: hourMs, interval: 'hour' },
  '7d': { count: 7 * 24, lengthMs: hourMs, interval: 'hour' },
  '30d': { count: 30, lengthMs: dayMs, interval: 'day' },
  '90d': { count: 90, lengthMs: dayMs, interval: 'day' },
} as const;
export type UsagePeriod = keyof typeof periods;

export function toHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / hourMs) * hourMs);
}

/** Returns the starts of the intervals of a period in UTC, oldest first. The last interval has not ended. */
function listStarts(period: UsagePeriod, now: Date): number[] {
  const { count, lengthMs } = periods[period];
  const last = Math.floor(now.getTime() / lengthMs) * lengthMs;
  return Array.from({ length: count }, (_, index) => last - (count - 1 - index) * lengthMs);
}

/** Returns the start of the first interval of a period. */
export function getPeriodStart(period: UsagePeriod, now: Date): Date {
  const [first = now.getTime()] = listStarts(period, now);
  return new Date(first);
}

function sum(hours: readonly RequestCounts[]): RequestCounts {
  const add = (name: keyof RequestCounts) => hours.reduce((total, hour) => total + hour[name], 0);
  return { requests: add('requests'), client_errors: add('client_errors'), server_errors: add('server_errors') };
}

/** Sums up the hours of a period in total and by interval. Intervals without a request contain zeros. */
export function summarizeUsage(period: UsagePeriod, hours: readonly KeyHour[], now: Date) {
  const { lengthMs, interval } = periods[period];
  const points = listStarts(period, now).map((start): UsagePoint => {
    const within = hours.filter(({ hour }) => hour.getTime() >= start && hour.getTime() < start + lengthMs);
    return { start: new Date(start), ...sum(within) };
  });
  return { period, interval, ...sum(points), points };
}
