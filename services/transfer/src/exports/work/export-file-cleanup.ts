import { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { Context } from '../../context.js';
import { linkLifetimeMs } from '../model/export.js';

const intervalMs = 600_000;
/**
 * Time that is added to the validity of links. It is longer than the time from the end of a worker's file to the end of
 * its export.
 */
const marginMs = 3_600_000;

/**
 * Creates the task that removes the files of exports whose links have expired, files that workers left behind, and
 * feeds that haven't been read for the same time.
 */
export function createExportFileCleanup({ files, runtime }: Pick<Context, 'files' | 'runtime'>): PeriodicTask {
  return new PeriodicTask({
    name: 'export files',
    intervalMs,
    // The files of both modes are in one store.
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
