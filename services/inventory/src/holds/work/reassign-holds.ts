import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/message';
import { type Caller, createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { requestLifetimeMs } from '@plotline/kit/core/time';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import { addDelay, createDeferredWorker, runEach, scheduleNextRun } from '@plotline/kit/tasks/deferred-jobs';
import type { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { SubjectJob } from '@plotline/kit/tasks/subject-jobs';
import { toLogFields } from '@plotline/kit/telemetry/log';
import type { Context } from '../../context.js';
import { type Hold, reviseHold } from '../model/hold.js';
import { findNextAgent, type Reassignment } from '../model/hold-agent.js';
import { changeOpen } from '../model/holding.js';
import { isHoldConflict } from './add-hold.js';
import { changeHolds } from './end-holds.js';

export type ReassignContext = Pick<
  Context,
  'agents' | 'holds' | 'holdBook' | 'holdReassignments' | 'runtime' | 'clock'
>;

/**
 * The limit is high enough: an agent has at most 50 active holds, plus some in queues and some that were activated from
 * queues.
 */
const maxBatch = 500;

const firstDelayMs = 5_000;
/**
 * Delays after which the agent's holds are checked again. A request that read the agent as active may still store a
 * hold. All such requests have ended before the last check.
 */
const delaysMs = [firstDelayMs, 15_000, 30_000, requestLifetimeMs];

/** Returns the hold with the agent that the reassignments determine. Returns the same hold if none applies. */
function reassign(hold: Hold, reassignments: readonly Reassignment[], now: Date): Hold {
  const { agent_id, agent_since } = hold;
  const next = agent_id !== null && agent_since && findNextAgent(reassignments, { agent_id, since: agent_since });
  if (!next || next.agent_id === agent_id) return hold;
  return reviseHold(hold, { agent_id: next.agent_id, agent_since: next.since }, now);
}

/** Moves the open holds of a deactivated agent to the agent who gets their leads. May be repeated. */
async function reassignHolds(context: ReassignContext, caller: Caller, agentId: string): Promise<void> {
  const { agents, holds, runtime } = context;
  const attempt = async () => {
    const reassignments = await agents.getReassignments(caller, agentId);
    await runtime.journal.commit({ caller }, async (session, time) => {
      const found = await holds.findOpenOfAgent(caller, { agentId, limit: maxBatch }, session);
      const entries = await changeHolds(context, caller, found, time, session, (holding, hold, now) => {
        const after = reassign(hold, reassignments, now);
        return after === hold ? holding : changeOpen(holding, hold, 'updated', after);
      });
      return { entries };
    });
  };
  await retryOnConflict(attempt, { isConflict: isHoldConflict });
}

/**
 * Consumes `reassignment.requested`: moves the open holds of a deactivated agent. Queues the agent first. So the worker
 * can complete the job after a failure, and can find holds that earlier requests store later.
 */
export function createHoldReassignmentConsumer(context: ReassignContext): Consumer {
  const { holdReassignments, clock, runtime } = context;
  return {
    queue: 'inventory.reassignments',
    bindings: ['reassignment.requested'],
    prefetch: 2,
    handle: async (event) => {
      const { workspace_id: workspaceId, data } = parseEnvelope(event.payload);
      const { mode, requestId, traceparent } = event;
      const agentId = readText(data, 'agent_id');
      const since = clock();
      const work = { subjectIds: [agentId], requestId, since, resumeAt: addDelay(since, firstDelayMs) };
      await holdReassignments.enqueue({ workspaceId, mode }, work);
      const caller = createSystemCaller({ workspaceId, mode }, 'reassignment', requestId, { traceparent });
      await reassignHolds(context, caller, agentId).catch((error: unknown) => {
        runtime.log.warn({ err: error, agent: agentId, ...toLogFields(event) }, 'hold reassignment deferred');
      });
    },
  };
}

/** Moves holds that the consumer didn't move, and holds that earlier requests stored after the reassignment. */
export function createHoldReassignment(context: ReassignContext): PeriodicTask {
  const { holdReassignments, clock, runtime } = context;
  const run = async (tenant: Tenant, job: SubjectJob) => {
    const began = clock();
    const caller = createSystemCaller(tenant, 'reassignment', job.request_id);
    await reassignHolds(context, caller, job.subject_id);
    return scheduleNextRun(job.since, delaysMs, began);
  };
  return createDeferredWorker({
    name: 'hold-reassignment',
    intervalMs: 3_000,
    maxBatch: 50,
    jobs: holdReassignments,
    clock,
    runtime,
    run: runEach(run),
  });
}
