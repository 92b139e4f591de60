import { loadContract, routesOf } from '@plotline/kit/contract/document';
import { prefersStrict } from '@plotline/kit/contract/strict';
import { createValidators } from '@plotline/kit/contract/validator';
import { assertPlainQuery } from '@plotline/kit/http/body';
import { ownPart } from '../contract/parts.js';
import type { Exchange } from '../edge/exchange.js';
import type { Usage } from '../limits/usage.js';

function describeUsage({ limit, used, resetsAt }: Usage) {
  const remaining = limit === null ? null : limit - used;
  return { limit, used, remaining, reset: new Date(resetsAt).toISOString() };
}

/** Answers GET /v1/rate-limit: how the limits of the plan stand, this request included. */
export type ServeRateLimit = (exchange: Exchange, plan: string) => void;

export function createServeRateLimit(): ServeRateLimit {
  const document = loadContract(ownPart);
  const [validator] = routesOf(document).map(createValidators(document));
  return ({ request, response, query, usage }, plan) => {
    if (!validator || !usage) throw new Error('The request was not counted.');
    const asked = Object.fromEntries(new URLSearchParams(query));
    assertPlainQuery(asked);
    const isStrict = prefersStrict(request.headers.prefer?.toString());
    if (isStrict) response.setHeader('Preference-Applied', 'handling=strict');
    validator.query(asked, isStrict);
    const data = { plan, minute: describeUsage(usage.minute), daily: describeUsage(usage.day) };
    const body = JSON.stringify({ success: true, data });
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
  };
}
