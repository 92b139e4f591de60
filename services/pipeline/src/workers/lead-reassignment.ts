import { createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { requestLifetimeMs } from '@plotline/kit/core/deadline';
import type { QueuedWork } from '@plotline/kit/tasks/due-queue';
import { addDelay, createDueWorker, type NextRun, runEach, scheduleNextRun } from '@plotline/kit/tasks/due-work';
import type { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { Context } from '../context.js';
import { getReassignedBefore, reassignLead } from '../domain/reassignment.js';

export type ReassignmentContext = Pick<Context, 'leads' | 'reassignments' | 'reassignmentQueue' | 'clock' | 'runtime'>;

/** Small: a batch is one transaction, which rarely conflicts with another writer. */
const maxBatch = 50;

/** A request to reassign the leads of an agent. */
export interface ReassignmentRequest {
  readonly tenant: Tenant;
  readonly agentId: string;
  readonly requestId: string;
  /** Of the event that asks for it. */
  readonly traceparent?: string | undefined;
}

/** Reassigns one batch; resolves to the number of reassigned leads. */
async function reassignBatch(context: ReassignmentContext, request: ReassignmentRequest): Promise<number> {
  const { tenant, agentId, requestId, traceparent } = request;
  const caller = createSystemCaller(tenant, 'reassignment', requestId, { traceparent });
  const now = context.clock();
  const reassignments = await context.reassignments.findReachable(caller, agentId);
  const before = getReassignedBefore(reassignments, agentId, now);
  if (before === null) return 0;
  const filter = { assigned_agent: agentId, assigned_at: { $lt: before } };
  const selection = { filter, hint: 'assigned_agent', limit: maxBatch };
  return context.leads.changeBatch({ caller }, selection, (lead, at) => reassignLead(lead, reassignments, at));
}

/**
 * Reassigns the leads of an agent in batches, until none is left or `shouldContinue` resolves to false; resolves to whether
 * none is left. The reassignments are read anew for each batch: the assignee may have been deactivated meanwhile.
 */
export async function reassignLeads(
  context: ReassignmentContext,
  request: ReassignmentRequest,
  shouldContinue: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  while ((await reassignBatch(context, request)) > 0) if (!(await shouldContinue())) return false;
  return true;
}

const pauseMs = 5_000;

/** When an agent's leads are looked at again: a request that read the agent as active may still store one. */
const delaysMs = [
  ...Array.from({ length: Math.floor(requestLifetimeMs / pauseMs) }, (_, index) => (index + 1) * pauseMs),
  requestLifetimeMs,
];

/** Has the agent's leads looked at, from moments later until no request from before the reassignment can be running. */
export async function queueReassignment(context: ReassignmentContext, request: ReassignmentRequest): Promise<void> {
  const { tenant, agentId, requestId } = request;
  const since = context.clock();
  const dueAt = addDelay(since, pauseMs);
  await context.reassignmentQueue.enqueue(tenant, { subjectIds: [agentId], requestId, since, dueAt });
}

/** Reassigns leads that the consumer left, and those that requests from before a reassignment stored after it. */
export function createLeadReassignment(context: ReassignmentContext): PeriodicTask {
  const { reassignmentQueue, clock, runtime } = context;
  const run = async (tenant: Tenant, work: QueuedWork, shouldContinue: () => Promise<boolean>): Promise<NextRun> => {
    const began = clock();
    const request = { tenant, agentId: work.subject_id, requestId: work.request_id };
    const isComplete = await reassignLeads(context, request, shouldContinue);
    return isComplete ? scheduleNextRun(work.since, delaysMs, began) : { due_at: addDelay(clock(), pauseMs) };
  };
  return createDueWorker({
    name: 'lead-reassignment',
    intervalMs: 3_000,
    maxBatch: 50,
    work: reassignmentQueue,
    clock,
    runtime,
    run: runEach(run),
  });
}
