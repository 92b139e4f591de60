import { createSystemCaller, defaultPlace, type Tenant } from '@plotline/kit/core/caller';
import { requestLifetimeMs } from '@plotline/kit/core/time';
import { createDeferredWorker, type NextRun, runEach, scheduleNextRun } from '@plotline/kit/tasks/deferred-jobs';
import type { PeriodicTask, ShouldContinue } from '@plotline/kit/tasks/periodic-task';
import type { SubjectJob } from '@plotline/kit/tasks/subject-jobs';
import type { Context } from '../../context.js';
import type { ReachedMilestone } from '../../peers/inventory.js';
import { type Instalment, toMilestoneWait } from '../model/instalment.js';
import { addDueDays } from '../model/plan-instalments.js';
import { type DueInstalment, type InvoicingContext, invoiceInstalments } from './invoice-instalments.js';

export type MilestoneContext = InvoicingContext &
  Pick<Context, 'clock' | 'construction' | 'milestoneQueue' | 'workspacePlaces'>;

/** Limits of a run. */
export interface MilestoneBounds {
  /** Maximum number of instalments in a transaction, at most 100. */
  readonly maxBatch: number;
  /** Maximum number of transactions in a run, so that the properties of other workspaces get their turn. */
  readonly maxBatches: number;
}

const standardBounds: MilestoneBounds = { maxBatch: 100, maxBatches: 10 };

/**
 * Delays after which the instalments are read again after the last milestone. A sale that read the property before the
 * milestone may store waiting instalments later. The first delays are short, because most requests are short.
 */
const delaysMs = [1_000, 4_000, 15_000, requestLifetimeMs];

/** Name of the system actor that issues invoices for milestones. */
const invoicingActor = 'milestone-invoicing';

function toDue({ id, due }: Instalment, reachedOn: string): DueInstalment {
  return { id, dueOn: addDueDays(reachedOn, due.on === 'milestone' ? due.days : 0) };
}

/**
 * Work on one property. An invoiced instalment no longer waits, so the next run begins with the first instalment that
 * still waits.
 */
class MilestoneRun {
  readonly #context: MilestoneContext;
  readonly #tenant: Tenant;
  readonly #job: SubjectJob;
  readonly #maxBatch: number;
  #left: number;

  constructor(context: MilestoneContext, tenant: Tenant, job: SubjectJob, { maxBatch, maxBatches }: MilestoneBounds) {
    this.#context = context;
    this.#tenant = tenant;
    this.#job = job;
    this.#maxBatch = maxBatch;
    this.#left = maxBatches;
  }

  /**
   * Invoices the instalments that wait for a milestone. Resolves to false if some of them are left for the next run.
   */
  async invoice({ id, name, reachedOn }: ReachedMilestone, mayContinue: ShouldContinue): Promise<boolean> {
    const { instalments, workspacePlaces } = this.#context;
    const wait = toMilestoneWait(this.#job.subject_id, name);
    let after = '';
    while (true) {
      const batch = await instalments.findWaiting(this.#tenant, wait, { after, limit: this.#maxBatch });
      const last = batch.at(-1);
      if (!last) return true;
      if (this.#left === 0 || !mayContinue()) return false;
      this.#left -= 1;
      const timeZone = (await workspacePlaces.getTimeZone(this.#tenant)) ?? defaultPlace.timeZone;
      const caller = { ...createSystemCaller(this.#tenant, invoicingActor, this.#job.request_id), timeZone };
      const due = batch.map((one) => toDue(one, reachedOn));
      await invoiceInstalments(this.#context, { caller }, due, id);
      // Instalments are skipped if they could not be invoiced because the milestone was withdrawn in the meantime.
      after = last.id;
    }
  }
}

/**
 * Invoices the instalments that wait for milestones that a property has reached. Reads the milestones again in each
 * run, so that events may arrive late, twice and in any order.
 */
async function invoiceProperty(
  context: MilestoneContext,
  bounds: MilestoneBounds,
  tenant: Tenant,
  job: SubjectJob,
  shouldContinue: ShouldContinue,
): Promise<NextRun> {
  const { clock, construction } = context;
  const began = clock();
  const reader = createSystemCaller(tenant, invoicingActor, job.request_id);
  const { milestones } = await construction.getProgress(reader, job.subject_id);
  const run = new MilestoneRun(context, tenant, job, bounds);
  for (const milestone of milestones) {
    if (!(await run.invoice(milestone, shouldContinue))) return { resume_at: clock() };
  }
  return scheduleNextRun(job.since, delaysMs, began);
}

/** Creates the task that invoices instalments when their property has reached a milestone. */
export function createMilestoneInvoicing(context: MilestoneContext, bounds = standardBounds): PeriodicTask {
  const { milestoneQueue, clock, runtime } = context;
  return createDeferredWorker({
    name: 'milestone-invoicing',
    intervalMs: 1_000,
    maxBatch: 10,
    jobs: milestoneQueue,
    clock,
    runtime,
    run: runEach((tenant, job, shouldContinue) => invoiceProperty(context, bounds, tenant, job, shouldContinue)),
  });
}
