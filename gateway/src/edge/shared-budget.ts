import { Problem, unavailable } from '@plotline/kit/core/errors';
import { Limiter } from '@plotline/kit/core/limiter';

/** What running requests may have of something, such as bytes of memory or places. */
interface SharedBudget {
  readonly max: number;
  /** Of a workspace, or of an address where no workspace is known. */
  readonly perOwner: number;
  /** Why an owner gets no more, and why nobody does. */
  readonly messages: { readonly owner: string; readonly total: string };
  /** Seconds after which a refused request may be repeated. */
  readonly retryAfter: number;
}

/** Creates a limiter that refuses with RATE_LIMIT_EXCEEDED above the share of an owner, and else with SERVICE_UNAVAILABLE. */
export function createSharedBudget({ max, perOwner, messages, retryAfter }: SharedBudget): Limiter {
  return new Limiter({
    max,
    perOwner,
    refuse: (refusal) =>
      refusal === 'owner'
        ? new Problem('RATE_LIMIT_EXCEEDED', messages.owner, { retryAfter })
        : unavailable(messages.total, undefined, retryAfter),
  });
}
