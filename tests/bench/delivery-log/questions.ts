import type { LoadedLog } from './load-log.js';

/** Query for a log, with its path. */
export interface Question {
  readonly title: string;
  readonly path: (log: LoadedLog) => string;
}

const list = (title: string, query: string | ((log: LoadedLog) => string)): Question => ({
  title,
  path: (log) => `/v1/webhooks/${log.webhookId}/deliveries?${typeof query === 'string' ? query : query(log)}`,
});

export const questions: readonly Question[] = [
  list('first page', ''),
  list('first page, by cursor', 'cursor='),
  list('status=failed', 'status=failed'),
  list('status=pending,failed', 'status=pending,failed'),
  list('event=unit.sold', 'event=unit.sold'),
  list('response_code=503', 'response_code=503'),
  list('response_code=5xx,none', 'response_code=5xx,none'),
  list('status=failed, two events', 'status=failed&event=unit.sold,deal.created'),
  list('to=half-way, 5xx', ({ middle }) => `to=${middle.toISOString()}&response_code=5xx`),
  list('no match', 'response_code=4xx'),
  { title: 'one delivery', path: ({ webhookId, deliveryId }) => `/v1/webhooks/${webhookId}/deliveries/${deliveryId}` },
];
