import { type Caller, createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { requestLifetimeMs } from '@plotline/kit/core/time';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import { createDeferredWorker, type NextRun, runEach, scheduleNextRun } from '@plotline/kit/tasks/deferred-jobs';
import type { PeriodicTask, ShouldContinue } from '@plotline/kit/tasks/periodic-task';
import type { SubjectJob } from '@plotline/kit/tasks/subject-jobs';
import type { Context } from '../../context.js';
import type { CompletionWalk } from '../model/deferred-work.js';
import { type Instalment, moveDueDay, toCompletionWait } from '../model/instalment.js';
import { addDueDays } from '../model/plan-instalments.js';

type RefreshContext = Pick<
  Context,
  'construction' | 'instalments' | 'invoicingQueue' | 'completionQueue' | 'clock' | 'runtime'
>;

/** Maximum number of instalments in a transaction. A small transaction rarely conflicts with other writers. */
const maxBatch = 50;

/**
 * Delays after which the instalments are checked again. A sale that began before the change may still plan instalments
 * with the former day. The first delays are short, because most requests are short.
 */
const delaysMs = [1_000, 4_000, 15_000, requestLifetimeMs];

/** Returns the instalment with the due day that follows from the day of completion. */
function follow(instalment: Instalment, completionDate: string | null, now: Date): Instalment {
  const { due } = instalment;
  if (due.on !== 'completion') return instalment;
  return moveDueDay(instalment, completionDate && addDueDays(completionDate, due.days), now);
}

/** Stores the due days of instalments that are still planned, and queues their deals. */
async function moveBatch(
  context: RefreshContext,
  caller: Caller,
  ids: readonly string[],
  completionDate: string | null,
): Promise<void> {
  const { instalments, invoicingQueue, runtime } = context;
  await retryOnConflict(() =>
    runtime.journal.commit({ caller }, async (session, time) => {
      const found = await instalments.getMany(caller, ids, session);
      const now = time.after(...found);
      const changes = found.map((before) => ({ before, after: follow(before, completionDate, now) }));
      const moved = changes.filter(({ before, after }) => before !== after);
      await instalments.changeAll(caller, moved, session);
      const dealIds = [...new Set(moved.map(({ after }) => after.deal_id))];
      // The jobs determine the next invoice day themselves.
      const work = { subjectIds: dealIds, requestId: caller.requestId, since: now, resumeAt: now };
      await invoicingQueue.enqueue(caller, work, session);
      return { entries: [] };
    }),
  );
}

/**
 * Moves the due days of the instalments that wait for the completion of a property, until the time limit of the run is
 * reached.
 */
async function refreshProperty(
  context: RefreshContext,
  tenant: Tenant,
  { subject_id: propertyId, request_id, since, state }: SubjectJob<CompletionWalk>,
  shouldContinue: ShouldContinue,
): Promise<NextRun> {
  const { construction, instalments, clock } = context;
  const caller = createSystemCaller(tenant, 'completion', request_id);
  const began = state?.began ?? clock();
  let after = state?.after ?? '';
  const { completionDate } = await construction.getProgress(caller, propertyId);
  while (shouldContinue()) {
    const batch = await instalments.findWaiting(tenant, toCompletionWait(propertyId), { after, limit: maxBatch });
    const last = batch.at(-1);
    if (!last) {
      const next = scheduleNextRun(since, delaysMs, began);
      return next && { ...next, state: null };
    }
    const now = clock();
    const outdated = batch.filter((one) => follow(one, completionDate, now) !== one).map(({ id }) => id);
    if (outdated.length > 0) await moveBatch(context, caller, outdated, completionDate);
    after = last.id;
  }
  return { resume_at: clock(), state: { began, after } };
}

/** Creates the task that moves due days when a property's day of completion changes. */
export function createCompletionRefresh(context: RefreshContext): PeriodicTask {
  const { completionQueue, clock, runtime } = context;
  return createDeferredWorker({
    name: 'completion-refresh',
    intervalMs: 1_000,
    maxBatch: 1,
    jobs: completionQueue,
    clock,
    runtime,
    run: runEach((tenant, job, shouldContinue) => refreshProperty(context, tenant, job, shouldContinue)),
  });
}
