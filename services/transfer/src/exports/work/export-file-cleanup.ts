import { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { Context } from '../../context.js';
import { linkLifetimeMs } from '../model/export.js';

const intervalMs = 600_000;
/**
 * Time that is added to the validity of links before files are removed. It is longer than the time from when a worker
 * has written a file to when its export ends.
 */
const marginMs = 3_600_000;

/**
 * Creates the task that removes files of exports. It removes files whose links have expired and files that workers left
 * behind. It also removes feeds that haven't been read for the same time.
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
