import { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { Context } from '../../context.js';
import { linkLifetimeMs } from '../model/export.js';

const intervalMs = 600_000;
/** Longer than a worker needs between the end of its file and the end of the export. */
const marginMs = 3_600_000;

/**
 * Removes the files of exports whose links have expired, files that workers left behind, and feeds that have not been
 * read for that long.
 */
export function createExportFileCleanup({ files, runtime }: Pick<Context, 'files' | 'runtime'>): PeriodicTask {
  return new PeriodicTask({
    name: 'export files',
    intervalMs,
    // One store has the files of both modes.
    modes: ['live'],
    runtime,
    run: async (_mode, shouldContinue) => {
      const before = new Date(runtime.clock().getTime() - linkLifetimeMs - marginMs);
      for await (const id of files.listOlder(before)) {
        if (!id.startsWith('exp_') && !id.startsWith('feed_')) continue;
        await files.remove(id);
        if (!shouldContinue()) return;
      }
    },
  });
}
