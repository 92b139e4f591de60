import { createSystemCaller, defaultPlace, type Tenant } from '@plotline/kit/core/caller';
import { startOfDay, toLocalDay } from '@plotline/kit/core/time-zone';
import { createDeferredWorker, type NextRun, runEach } from '@plotline/kit/tasks/deferred-jobs';
import type { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { SubjectJob } from '@plotline/kit/tasks/subject-jobs';
import type { Context } from '../../context.js';
import type { InvoicingState } from '../model/deferred-work.js';
import { getInvoiceDay, type Instalment } from '../model/instalment.js';
import { type InvoicingContext, invoiceInstalments } from './invoice-instalments.js';
import { findNextInvoiceDay } from './queue-invoicing.js';

type DateContext = InvoicingContext & Pick<Context, 'invoicingQueue' | 'workspacePlaces' | 'clock'>;

/** Name of the system actor that issues invoices on their days. */
const invoicingActor = 'invoicing';

/** Returns whether the day of the instalment's invoice has come. */
function isDue(instalment: Instalment, today: string): boolean {
  const day = getInvoiceDay(instalment);
  return day !== null && day <= today;
}

/** Invoices the instalments whose day has come, of one deal. Schedules the day of the next instalment. */
async function invoiceDeal(
  context: DateContext,
  tenant: Tenant,
  { subject_id, request_id, state }: SubjectJob<InvoicingState>,
): Promise<NextRun> {
  const { instalments, workspacePlaces, clock } = context;
  const timeZone = (await workspacePlaces.getTimeZone(tenant)) ?? state?.time_zone ?? defaultPlace.timeZone;
  const today = toLocalDay(clock(), timeZone);
  const ofDeal = await instalments.listOfDeal(tenant, subject_id);
  const due = ofDeal.flatMap((one) => (isDue(one, today) && one.due_on ? [{ id: one.id, dueOn: one.due_on }] : []));
  const caller = { ...createSystemCaller(tenant, invoicingActor, request_id), timeZone };
  await invoiceInstalments(context, { caller }, due);
  const next = findNextInvoiceDay(ofDeal.filter((one) => !isDue(one, today)));
  return next === null ? null : { resume_at: startOfDay(next, timeZone) };
}

/**
 * Creates the task that invoices instalments on their day. It does so soon after the day begins in the workspace's time
 * zone.
 */
export function createDateInvoicing(context: DateContext): PeriodicTask {
  const { invoicingQueue, clock, runtime } = context;
  return createDeferredWorker({
    name: 'date-invoicing',
    intervalMs: 5_000,
    maxBatch: 50,
    jobs: invoicingQueue,
    clock,
    runtime,
    run: runEach((tenant, job) => invoiceDeal(context, tenant, job)),
  });
}
