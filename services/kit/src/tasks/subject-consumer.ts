import type { Consumer } from '../broker/consume.js';
import { type ParsedEnvelope, parseEnvelope } from '../broker/message.js';
import type { Clock } from '../core/time.js';
import type { SubjectJobs } from './subject-jobs.js';

export interface SubjectConsumerOptions extends Pick<Consumer, 'queue' | 'bindings' | 'prefetch'> {
  readonly jobs: Pick<SubjectJobs, 'enqueue'>;
  readonly clock: Clock;
  /** Returns the ids of the subjects that an event is about. Empty if the event needs no work. */
  readonly findSubjects: (event: ParsedEnvelope) => readonly string[];
}

/**
 * Creates a consumer that immediately queues each event's subjects for work. Work should read the subjects again,
 * because events may arrive late, twice and in any order.
 */
export function createSubjectConsumer({ jobs, clock, findSubjects, ...consumer }: SubjectConsumerOptions): Consumer {
  return {
    ...consumer,
    handle: async ({ payload, mode, requestId }) => {
      const event = parseEnvelope(payload);
      const subjectIds = findSubjects(event);
      if (subjectIds.length === 0) return;
      const now = clock();
      await jobs.enqueue(
        { workspaceId: event.workspace_id, mode },
        { subjectIds, requestId, since: now, resumeAt: now },
      );
    },
  };
}
