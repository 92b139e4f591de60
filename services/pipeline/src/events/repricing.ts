import { PeriodicTask } from '@plotline/kit/jobs/periodic-task';
import { type RepricingParts, takeTurn } from './reprice-turn.js';

const intervalMs = 1_000;
/** So that one mode does not keep the other waiting. */
const roundMs = 1_000;
/** Listings of a turn. */
const most = 50;

/**
 * Background work that scores leads anew whose listings changed. Workspaces take turns, so that one with many changes or
 * many leads does not keep the others waiting.
 */
export function createRepricing(parts: RepricingParts): PeriodicTask {
  const { repricings, clock, runtime } = parts;
  const served = { live: '', sandbox: '' };
  return new PeriodicTask({
    name: 'repricing',
    intervalMs,
    runtime,
    run: async (mode, shouldContinue) => {
      const end = Date.now() + roundMs;
      do {
        const due = await repricings.next(mode, served[mode], clock(), most);
        const [first] = due;
        if (!first) return;
        served[mode] = first.workspace_id;
        await takeTurn(parts, { workspaceId: first.workspace_id, mode }, due);
      } while (Date.now() < end && (await shouldContinue()));
    },
  });
}
