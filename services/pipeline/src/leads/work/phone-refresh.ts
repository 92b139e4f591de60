import type { Tenant } from '@plotline/kit/core/caller';
import { requestLifetimeMs } from '@plotline/kit/core/time';
import { createDeferredWorker, type NextRun, runEach, scheduleNextRun } from '@plotline/kit/tasks/deferred-jobs';
import type { PeriodicTask, ShouldContinue } from '@plotline/kit/tasks/periodic-task';
import type { SubjectJob } from '@plotline/kit/tasks/subject-jobs';
import type { Context } from '../../context.js';
import type { PhonedLead, PhoneWalk } from '../store/lead-phones.js';

export type PhoneRefreshContext = Pick<
  Context,
  'leadPhones' | 'workspacePlaces' | 'phoneRefreshQueue' | 'clock' | 'runtime'
>;

const maxBatch = 500;
/** Maximum number of batches in a run. After that, the next workspace has its turn. */
const maxBatches = 20;

/**
 * Delays after which leads are checked again. A request from before the change may still store a lead with the former
 * country. An import uses the country that the workspace had when the import started. The first delays are short,
 * because most requests are short.
 */
const delaysMs = [1_000, 4_000, 15_000, requestLifetimeMs, 3_600_000];

/** Returns whether the phone must be read again because it was read with the rules of another country. */
function isOutdated({ phone, phone_country = '' }: PhonedLead, country: string): boolean {
  return phone !== null && phone_country !== country;
}

/** Reads the phones of a workspace's leads again, up to a limit, with the dialling rules of its current country. */
async function refreshPhones(
  { leadPhones, workspacePlaces, clock }: PhoneRefreshContext,
  tenant: Tenant,
  { since, state }: SubjectJob<PhoneWalk>,
  shouldContinue: ShouldContinue,
): Promise<NextRun> {
  const country = await workspacePlaces.getCountry(tenant);
  const continued = state?.country === country ? state : undefined;
  const began = continued?.began ?? clock();
  let after = continued?.after;
  for (let batches = 0; batches < maxBatches && shouldContinue(); batches += 1) {
    const leads = await leadPhones.findNext(tenant, after, maxBatch);
    const last = leads.at(-1);
    if (!last) return withoutState(scheduleNextRun(since, delaysMs, began));
    const outdated = leads.filter((lead) => isOutdated(lead, country));
    // Leads that were changed meanwhile are read again.
    if (await leadPhones.setCountry(tenant, outdated, country)) after = { created_at: last.created_at, id: last.id };
  }
  return { resume_at: clock(), state: after ? { country, began, after } : null };
}

const withoutState = (next: NextRun): NextRun => next && { ...next, state: null };

/**
 * Creates the task that reads the phones of all leads again when the country of their workspace changes, so that
 * duplicates are found.
 */
export function createPhoneRefresh(context: PhoneRefreshContext): PeriodicTask {
  const { phoneRefreshQueue, clock, runtime } = context;
  return createDeferredWorker({
    name: 'phone-refresh',
    intervalMs: 3_000,
    maxBatch: 1,
    jobs: phoneRefreshQueue,
    clock,
    runtime,
    run: runEach((tenant, job, shouldContinue) => refreshPhones(context, tenant, job, shouldContinue)),
  });
}
