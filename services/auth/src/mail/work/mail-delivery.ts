import type { Owned } from '@plotline/kit/store/records/records';
import { createDeferredWorker, FailedRun } from '@plotline/kit/tasks/deferred-jobs';
import type { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { QueuedMail } from '../store/mails.js';
import { deliverMail, type MailContext } from './deliver.js';

const intervalMs = 1_000;
/** Maximum emails per round. They are sent at the same time. */
const maxBatch = 20;

/**
 * Creates the worker that sends due emails. An email becomes due again after a failed attempt, after a crash, and when
 * its address may get emails again.
 */
export function createMailDelivery(context: MailContext): PeriodicTask {
  const { mails, runtime, clock } = context;
  return createDeferredWorker<QueuedMail>({
    name: 'mail delivery',
    intervalMs,
    maxBatch,
    jobs: mails.jobs,
    clock,
    runtime,
    run: async (_tenant, records) => {
      const failed = new Map<Owned<QueuedMail>, FailedRun>();
      const deliver = (record: Owned<QueuedMail>) =>
        deliverMail(context, record).catch((error: unknown) => failed.set(record, new FailedRun(error)));
      await Promise.all(records.map(deliver));
      // An attempt claims the email and schedules the next attempt itself.
      return failed;
    },
  });
}
