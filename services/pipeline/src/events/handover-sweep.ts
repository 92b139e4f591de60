import type { Mode } from '@plotline/kit/caller';
import { Upkeep } from '@plotline/kit/upkeep';
import type { Context } from '../context.js';
import type { DueDeparture } from '../store/departures.js';
import { nextSweepAt } from './handover-times.js';
import { type HandoverParts, moveToHeir } from './move-to-heir.js';

const everyMs = 3_000;
const batch = 50;

type SweepContext = HandoverParts & Pick<Context, 'foundation'>;
type GoesOn = () => Promise<boolean>;

/** Moves what there is. What does not succeed is tried again, after the last time too. */
async function sweep(context: SweepContext, mode: Mode, departure: DueDeparture, goesOn: GoesOn): Promise<void> {
  const { departures, clock, foundation } = context;
  const { workspace_id: workspaceId, agent_id: agentId, request_id: requestId, final_at } = departure;
  const scope = { workspaceId, mode };
  const began = clock();
  let isSwept = false;
  try {
    isSwept = await moveToHeir(context, { scope, name: 'handover', requestId }, agentId, goesOn);
  } catch (error) {
    foundation.log.warn({ err: error, agent: agentId }, 'leads could not be handed over yet');
  }
  const isOver = isSwept && final_at <= began;
  await departures.postpone(scope, departure, isOver ? null : nextSweepAt(clock()));
}

/**
 * Background work that moves the leads which reached an agent after the handover: whoever stored them had seen the agent
 * active just before.
 */
export function createHandoverSweep(context: SweepContext): Upkeep {
  const { departures, clock, foundation } = context;
  return new Upkeep({
    name: 'handover-sweep',
    everyMs,
    foundation,
    work: async (mode, goesOn) => {
      const now = clock();
      for (let due = batch; due === batch; ) {
        const found = await departures.due(mode, now, batch);
        due = found.length;
        for (const departure of found) {
          if (!(await goesOn())) return;
          await sweep(context, mode, departure, goesOn);
        }
      }
    },
  });
}
