import type { Exchange } from '../edge/exchange.js';
import type { Usage } from '../limits/usage.js';

function describeUsage({ limit, used, resetsAt }: Usage) {
  const remaining = limit === null ? null : limit - used;
  return { limit, used, remaining, reset: new Date(resetsAt).toISOString() };
}

/** GET /v1/rate-limit: how the plan's limits stand, this request included. */
export function serveRateLimit({ response, usage }: Exchange, plan: string): void {
  if (!usage) throw new Error('The request was not counted.');
  const data = { plan, minute: describeUsage(usage.minute), daily: describeUsage(usage.day) };
  const body = JSON.stringify({ success: true, data });
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}
