import { toIgnoredHeader } from '@plotline/kit/core/answer';
import { defaultPlace } from '@plotline/kit/core/caller';
import { assertPlainQuery } from '@plotline/kit/http/body';
import { listRoutes, loadContract } from '@plotline/kit/http/contract/document';
import { createValidators } from '@plotline/kit/http/contract/validator';
import { prefersStrict } from '@plotline/kit/http/request';
import { gatewayContractFile } from '../contract/merge.js';
import type { WindowUsage } from '../limits/fixed-window.js';
import type { PlanUsage } from '../limits/plans.js';
import type { RequestContext } from './request-context.js';

function toWindowJson({ limit, used, resetsAt }: WindowUsage) {
  const remaining = limit === null ? null : limit - used;
  return { limit, used, remaining, reset: new Date(resetsAt).toISOString() };
}

/** A plan and its usage. */
interface PlanStatus {
  readonly plan: string;
  readonly usage: PlanUsage;
}

/** Serves GET /v1/rate-limit: the state of the plan's limits. Includes this request if it counts against the plan. */
export type ServeRateLimitStatus = (requestContext: RequestContext, status: PlanStatus) => void;

export function createServeRateLimitStatus(): ServeRateLimitStatus {
  const document = loadContract(gatewayContractFile);
  const [validator] = listRoutes(document).map(createValidators(document));
  return ({ request, response, query }, { plan, usage }) => {
    if (!validator) throw new Error('The contract lacks GET /v1/rate-limit.');
    const parameters = Object.fromEntries(new URLSearchParams(query));
    assertPlainQuery(parameters);
    const isStrict = prefersStrict(request.headers.prefer?.toString());
    if (isStrict) response.setHeader('Preference-Applied', 'handling=strict');
    validator.query(parameters, isStrict, defaultPlace.timeZone);
    const data = { plan, minute: toWindowJson(usage.minute), daily: toWindowJson(usage.day) };
    const body = JSON.stringify({ success: true, data });
    response.writeHead(200, {
      ...toIgnoredHeader(validator.ignored(parameters)),
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  };
}
