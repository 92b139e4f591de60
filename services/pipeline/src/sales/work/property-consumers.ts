import type { Consumer } from '@plotline/kit/broker/consume';
import { readText } from '@plotline/kit/broker/message';
import { createSubjectConsumer } from '@plotline/kit/tasks/subject-consumer';
import type { Context } from '../../context.js';

/** Consumes `property.updated`: queues a property whose day of completion changed. */
export function createCompletionConsumer({
  completionQueue: jobs,
  clock,
}: Pick<Context, 'completionQueue' | 'clock'>): Consumer {
  return createSubjectConsumer({
    queue: 'pipeline.completions',
    bindings: ['property.updated'],
    prefetch: 4,
    jobs,
    clock,
    findSubjects: ({ data, previous }) => ('completion_date' in previous ? [readText(data, 'id')] : []),
  });
}

/** Consumes `milestone.reached`: queues the property. */
export function createMilestoneConsumer({
  milestoneQueue: jobs,
  clock,
}: Pick<Context, 'milestoneQueue' | 'clock'>): Consumer {
  return createSubjectConsumer({
    queue: 'pipeline.milestones',
    bindings: ['milestone.reached'],
    prefetch: 4,
    jobs,
    clock,
    findSubjects: ({ data }) => [readText(data, 'property_id')],
  });
}
