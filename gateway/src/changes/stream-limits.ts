import type { Limiter } from '@plotline/kit/core/limiter';
import { createSharedBudget } from '../edge/shared-budget.js';
import type { ChangeFeed } from './change-feed.js';
import type { FindResources } from './find-resources.js';

/** Limits the streams that are open at this gateway. */
interface StreamLimits {
  /** Limit on open streams, with a share for each person. */
  readonly streamsOfPeople: Limiter;
  /** Limit on open streams, with a share for each workspace. */
  readonly streamsOfWorkspaces: Limiter;
}

/** Parts that serve streams of changes. */
export interface Changes extends StreamLimits {
  readonly feed: ChangeFeed;
  readonly findResources: FindResources;
}

/**
 * Allows fewer streams than a port has connections. A person may have several windows, but hidden tabs have no stream.
 */
const limits = { max: 5_000, perPerson: 10, perWorkspace: 1_000 } as const;
/** Seconds after which a page without a stream may retry. */
export const retryAfter = 30;

export function createStreamLimits(): StreamLimits {
  const { max, perPerson, perWorkspace } = limits;
  const total = 'Too many pages follow changes at the moment.';
  const ofPeople = { owner: 'You have too many pages open that follow changes.', total };
  const ofWorkspaces = { owner: 'Too many pages of the workspace follow changes.', total };
  return {
    streamsOfPeople: createSharedBudget({ max, perOwner: perPerson, messages: ofPeople, retryAfter }),
    streamsOfWorkspaces: createSharedBudget({ max, perOwner: perWorkspace, messages: ofWorkspaces, retryAfter }),
  };
}
