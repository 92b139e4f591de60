import { createSystemCaller, defaultPlace, type Tenant } from '@plotline/kit/core/caller';
import { toLocalDay } from '@plotline/kit/core/time-zone';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import { createDeferredWorker, type NextRun, runEach } from '@plotline/kit/tasks/deferred-jobs';
import type { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { SubjectJob } from '@plotline/kit/tasks/subject-jobs';
import type { Context } from '../../context.js';
import { type Invoice, isOverdue } from '../model/deal.js';
import type { InvoicingState } from '../model/deferred-work.js';
import { getOverdueTime } from './queue-overdue.js';

type OverdueContext = Pick<Context, 'invoices' | 'leads' | 'overdueQueue' | 'workspacePlaces' | 'clock' | 'runtime'>;

const noEntries: readonly EntryInput[] = [];

/** Creates the entry of an overdue invoice. Its event is internal and for the agent, so subscribers don't get it. */
function describeOverdue({ id, number, lead_id, due_on }: Invoice, agentId: string): EntryInput {
  const data = { invoice_id: id, number, lead_id, due_on, agent_id: agentId };
  const description = `The invoice ${number} is overdue.`;
  return { subject: id, type: 'overdue', description, events: [{ name: 'overdue.invoice', data }] };
}

/** Notifies the lead's agent, once for each invoice. Does nothing if the invoice was paid or voided in the meantime. */
async function tellAgent(
  { invoices, leads, runtime }: OverdueContext,
  tenant: Tenant,
  { subject_id, request_id }: SubjectJob<InvoicingState>,
  today: string,
): Promise<void> {
  const caller = createSystemCaller(tenant, 'overdue-invoices', request_id);
  const tell = () =>
    runtime.journal.commit({ caller }, async (session) => {
      const invoice = await invoices.get(tenant, subject_id, session);
      if (!invoice || !isOverdue(invoice, today)) return { entries: noEntries };
      const agentId = (await leads.get(tenant, invoice.lead_id, session))?.assigned_agent ?? null;
      if (agentId === null || !(await invoices.markOverdueTold(tenant, invoice, session)))
        return { entries: noEntries };
      return { entries: [describeOverdue(invoice, agentId)] };
    });
  await retryOnConflict(tell);
}

/** Notifies the agent if the invoice's due day has passed. Otherwise waits until then. */
async function checkInvoice(
  context: OverdueContext,
  tenant: Tenant,
  job: SubjectJob<InvoicingState>,
): Promise<NextRun> {
  const { invoices, workspacePlaces, clock } = context;
  const invoice = await invoices.get(tenant, job.subject_id);
  const isUnpaid = invoice?.status === 'open' || invoice?.status === 'partially_paid';
  if (!isUnpaid || !invoice.due_on) return null;
  const timeZone = (await workspacePlaces.getTimeZone(tenant)) ?? job.state?.time_zone ?? defaultPlace.timeZone;
  const today = toLocalDay(clock(), timeZone);
  if (!isOverdue(invoice, today)) return { resume_at: getOverdueTime(invoice.due_on, timeZone) };
  await tellAgent(context, tenant, job, today);
  return null;
}

/** Creates the task that notifies agents of overdue invoices, soon after the due day has ended. */
export function createOverdueTelling(context: OverdueContext): PeriodicTask {
  const { overdueQueue, clock, runtime } = context;
  return createDeferredWorker({
    name: 'overdue-invoices',
    intervalMs: 5_000,
    maxBatch: 50,
    jobs: overdueQueue,
    clock,
    runtime,
    run: runEach((tenant, job) => checkInvoice(context, tenant, job)),
  });
}
