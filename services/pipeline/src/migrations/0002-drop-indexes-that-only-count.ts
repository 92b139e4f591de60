import { dropIndex } from '@plotline/kit/store/indexes';
import type { Migration } from '@plotline/kit/store/migrations';

const names = ['agent_stage_count', 'stage_count', 'score_count', 'interested_properties_count'];

/** Drops the indexes of leads that served counts alone: totals come from the counters, and each index cost every write 25 µs. */
export const up: Migration = async ({ database }) => {
  for (const name of names) await dropIndex(database, 'leads', name);
};
