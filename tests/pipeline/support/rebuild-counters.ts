import type { Mode } from '@plotline/kit/core/caller';
import { fromStart, type RebuildProgress, type Rebuilt } from '@plotline/kit/ops/rebuilds/rebuild';
import type { Context } from '@plotline/pipeline/context';
import { createRebuilds } from '@plotline/pipeline/rebuilds';

/** Runs the rebuild of the counters. */
export async function rebuildCounters(
  context: Context,
  mode: Mode = 'live',
  progress: RebuildProgress = fromStart,
): Promise<Rebuilt> {
  const { counters } = createRebuilds(context.runtime, context);
  if (!counters) throw new Error('There is no rebuild of counters.');
  return counters(mode, progress);
}
