import { newId } from '@plotline/kit/core/ids';
import type { Owned } from '@plotline/kit/store/records/records';
import { createDeferredWorker } from '@plotline/kit/tasks/deferred-jobs';
import type { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { Context } from '../../context.js';
import { reportDue, toReminderId } from '../model/due-notice.js';
import { groupByAgent } from '../model/group-by-agent.js';
import { type Reminder, toDueRecord } from '../model/reminder.js';

const intervalMs = 1_000;
/** Maximum number of records of a workspace that are handled together. */
const maxBatch = 500;

/**
 * Creates the worker that reminds agents of their tasks and holds. If several records of one kind are due together, the
 * agent gets one notice about them.
 */
export function createReminder({
  reminders,
  noticeWriter,
  clock,
  runtime,
}: Pick<Context, 'reminders' | 'noticeWriter' | 'clock' | 'runtime'>): PeriodicTask {
  return createDeferredWorker<Reminder>({
    name: 'reminders',
    intervalMs,
    maxBatch,
    jobs: reminders,
    clock,
    runtime,
    run: async (tenant, jobs) => {
      const now = clock();
      const due = jobs.flatMap((job) => {
        const record = toDueRecord(job);
        return record ? { ...record, eventId: toReminderId(record) } : [];
      });
      if (due.length > 0) {
        await noticeWriter.writeOnce(tenant, due, now, async (untold) => {
          const ofKinds = (['task', 'hold'] as const).map((kind) => untold.filter((one) => one.kind === kind));
          const groups = ofKinds.flatMap((ofKind) => [...groupByAgent(ofKind).values()]);
          return { added: groups.map((records) => reportDue(records, { id: newId('ntf'), now })), changed: [] };
        });
      }
      return new Map(jobs.map((job): [Owned<Reminder>, null] => [job, null]));
    },
  });
}
