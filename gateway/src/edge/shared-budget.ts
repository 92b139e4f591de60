import { Problem, unavailable } from '@plotline/kit/core/errors';
import { Limiter } from '@plotline/kit/core/limiter';

/** Budget that running requests share, such as bytes of memory or slots. */
interface SharedBudget {
  readonly max: number;
  /** Maximum for one workspace, or for one address if the workspace is unknown. */
  readonly perOwner: number;
  /** Messages of refusals: to an owner that has used up its share, and to everyone when the total is used up. */
  readonly messages: { readonly owner: string; readonly total: string };
  /** Seconds after which a refused request may be repeated. */
  readonly retryAfter: number;
}

/**
 * Creates a limiter. It throws RATE_LIMIT_EXCEEDED above the owner's share, and SERVICE_UNAVAILABLE above the total.
 */
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
