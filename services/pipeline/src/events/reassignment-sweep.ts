import type { Mode } from '@plotline/kit/caller';
import { PeriodicTask } from '@plotline/kit/jobs/periodic-task';
import type { Context } from '../context.js';
import type { DueDeparture } from '../store/departures.js';
import { type ReassignmentParts, reassignBatch } from './reassign-batch.js';
import { nextSweepAt } from './reassignment-times.js';

const intervalMs = 3_000;
const batch = 50;

type SweepContext = ReassignmentParts & Pick<Context, 'runtime'>;
type GoesOn = () => Promise<boolean>;

/** Moves what there is. What does not succeed is tried again, after the last time too. */
async function sweep(
  context: SweepContext,
  mode: Mode,
  departure: DueDeparture,
  shouldContinue: GoesOn,
): Promise<void> {
  const { departures, clock, runtime } = context;
  const { workspace_id: workspaceId, agent_id: agentId, request_id: requestId, final_at } = departure;
  const tenant = { workspaceId, mode };
  const began = clock();
  let isSwept = false;
  try {
    isSwept = await reassignBatch(context, { tenant, name: 'reassignment', requestId }, agentId, shouldContinue);
  } catch (error) {
    runtime.log.warn({ err: error, agent: agentId }, 'leads could not be handed over yet');
  }
  const isOver = isSwept && final_at <= began;
  await departures.postpone(tenant, departure, isOver ? null : nextSweepAt(clock()));
}

/**
 * Background work that moves the leads which reached an agent after the reassignment: whoever stored them had seen the agent
 * active just before.
 */
export function createReassignmentSweep(context: SweepContext): PeriodicTask {
  const { departures, clock, runtime } = context;
  return new PeriodicTask({
    name: 'reassignment-sweep',
    intervalMs,
    runtime,
    run: async (mode, shouldContinue) => {
      const now = clock();
      for (let due = batch; due === batch; ) {
        const found = await departures.due(mode, now, batch);
        due = found.length;
        for (const departure of found) {
          if (!(await shouldContinue())) return;
          await sweep(context, mode, departure, shouldContinue);
        }
      }
    },
  });
}
