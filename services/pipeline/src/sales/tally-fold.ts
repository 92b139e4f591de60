import { Upkeep } from '@plotline/kit/upkeep';
import type { Context } from '../context.js';

const everyMs = 2_000;

/** Background work that keeps what waits to be folded into the tallies short. */
export function createTallyFold({ tallies, foundation }: Pick<Context, 'tallies' | 'foundation'>): Upkeep {
  return new Upkeep({
    name: 'tally-fold',
    everyMs,
    foundation,
    work: async (mode, goesOn) => {
      while ((await tallies.fold(mode)) > 0 && (await goesOn()));
    },
  });
}
