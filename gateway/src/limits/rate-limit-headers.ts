import type { ServerResponse } from 'node:http';
import { Problem } from '@plotline/kit/core/errors';
import type { WindowUsage } from './fixed-window.js';

export type Headers = readonly (readonly [name: string, value: number])[];

export function toRateLimitHeaders({ limit, used, resetsAt }: WindowUsage): Headers {
  if (limit === null) return [];
  return [
    ['X-RateLimit-Limit', limit],
    ['X-RateLimit-Remaining', limit - used],
    ['X-RateLimit-Reset', Math.floor(resetsAt / 1_000)],
  ];
}

export function setRateLimitHeaders(usage: WindowUsage, response: ServerResponse): void {
  for (const [name, value] of toRateLimitHeaders(usage)) response.setHeader(name, value);
}

export function createRateLimitExceeded(reason: string, seconds: number): Problem {
  const unit = seconds === 1 ? 'second' : 'seconds';
  return new Problem('RATE_LIMIT_EXCEEDED', `${reason} Try again in ${seconds} ${unit}.`, { retryAfter: seconds });
}
