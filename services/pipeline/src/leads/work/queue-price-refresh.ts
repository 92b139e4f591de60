import type { Consumer } from '@plotline/kit/broker/consume';
import { readText, readTexts } from '@plotline/kit/broker/message';
import { createSubjectConsumer } from '@plotline/kit/tasks/subject-consumer';
import type { Context } from '../../context.js';

type RefreshContext = Pick<Context, 'priceRefreshQueue' | 'clock'>;

/** Consumes `unit.updated` and `property.updated`: queues a listing whose price changed. */
export function createPriceChangeConsumer({ priceRefreshQueue: jobs, clock }: RefreshContext): Consumer {
  return createSubjectConsumer({
    queue: 'pipeline.prices',
    bindings: ['unit.updated', 'property.updated'],
    prefetch: 4,
    jobs,
    clock,
    findSubjects: ({ data, previous }) => ('price' in previous || 'pricing' in previous ? [readText(data, 'id')] : []),
  });
}

/** Consumes `listing.removed`: queues deleted properties and units as listings without a price. */
export function createListingRemovalConsumer({ priceRefreshQueue: jobs, clock }: RefreshContext): Consumer {
  return createSubjectConsumer({
    queue: 'pipeline.removals',
    bindings: ['listing.removed'],
    prefetch: 2,
    jobs,
    clock,
    findSubjects: ({ data }) => readTexts(data, 'ids'),
  });
}
