import { createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { requestLifetimeMs } from '@plotline/kit/core/time';
import {
  addDelay,
  createDeferredWorker,
  type NextRun,
  runEach,
  scheduleNextRun,
} from '@plotline/kit/tasks/deferred-jobs';
import type { PeriodicTask, ShouldContinue } from '@plotline/kit/tasks/periodic-task';
import type { SubjectJob } from '@plotline/kit/tasks/subject-jobs';
import type { Context } from '../../context.js';
import { findNewAssignment, getReassignedBefore, reassignLead } from '../model/reassignment.js';

export type ReassignmentContext = Pick<
  Context,
  'leads' | 'tasks' | 'reassignments' | 'reassignmentQueue' | 'clock' | 'runtime'
>;

/**
 * Maximum number of records in a batch, which is one transaction. A small transaction rarely conflicts with other
 * writers.
 */
const maxBatch = 50;

/** Request to reassign the leads of an agent. */
export interface ReassignmentRequest {
  readonly tenant: Tenant;
  readonly agentId: string;
  readonly requestId: string;
  /** Trace of the event that carries the request. */
  readonly traceparent?: string | undefined;
}

/** Reassigns one batch of leads and one batch of open tasks. Resolves to the number of reassigned records. */
async function reassignBatch(context: ReassignmentContext, request: ReassignmentRequest): Promise<number> {
  const { tenant, agentId, requestId, traceparent } = request;
  const caller = createSystemCaller(tenant, 'reassignment', requestId, { traceparent });
  const now = context.clock();
  const reassignments = await context.reassignments.findReachable(caller, agentId);
  const before = getReassignedBefore(reassignments, agentId, now);
  if (before === null) return 0;
  const filter = { assigned_agent: agentId, assigned_at: { $lt: before } };
  const selection = { filter, hint: 'assigned_agent', limit: maxBatch };
  const leads = await context.leads.changeBatch({ caller }, selection, (lead, at) =>
    reassignLead(lead, reassignments, at),
  );
  const ofAgent = { agentId, before, limit: maxBatch };
  return (
    leads + (await context.tasks.reassignBatch({ caller }, ofAgent, (task) => findNewAssignment(task, reassignments)))
  );
}

/**
 * Reassigns the leads and open tasks of an agent in batches, until none is left or `shouldContinue` returns false.
 * Resolves to whether none is left. Reads the reassignments again for each batch, because the assignee may have been
 * deactivated meanwhile.
 */
export async function reassignLeads(
  context: ReassignmentContext,
  request: ReassignmentRequest,
  shouldContinue: ShouldContinue = () => true,
): Promise<boolean> {
  while ((await reassignBatch(context, request)) > 0) if (!shouldContinue()) return false;
  return true;
}

const pauseMs = 5_000;

/**
 * Delays after which an agent's leads are checked again. A request that read the agent as active may still store a
 * lead.
 */
const delaysMs = [
  ...Array.from({ length: Math.floor(requestLifetimeMs / pauseMs) }, (_, index) => (index + 1) * pauseMs),
  requestLifetimeMs,
];

/**
 * Queues the agent's leads for checks. The checks begin a few moments later, and end when no request from before the
 * reassignment can be running.
 */
export async function queueReassignment(context: ReassignmentContext, request: ReassignmentRequest): Promise<void> {
  const { tenant, agentId, requestId } = request;
  const since = context.clock();
  const resumeAt = addDelay(since, pauseMs);
  await context.reassignmentQueue.enqueue(tenant, { subjectIds: [agentId], requestId, since, resumeAt });
}

/** Reassigns leads that the consumer didn't reassign, and leads that earlier requests stored after the reassignment. */
export function createLeadReassignment(context: ReassignmentContext): PeriodicTask {
  const { reassignmentQueue, clock, runtime } = context;
  const run = async (tenant: Tenant, job: SubjectJob, shouldContinue: ShouldContinue): Promise<NextRun> => {
    const began = clock();
    const request = { tenant, agentId: job.subject_id, requestId: job.request_id };
    const isComplete = await reassignLeads(context, request, shouldContinue);
    return isComplete ? scheduleNextRun(job.since, delaysMs, began) : { resume_at: addDelay(clock(), pauseMs) };
  };
  return createDeferredWorker({
    name: 'lead-reassignment',
    intervalMs: 3_000,
    maxBatch: 50,
    jobs: reassignmentQueue,
    clock,
    runtime,
    run: runEach(run),
  });
}
