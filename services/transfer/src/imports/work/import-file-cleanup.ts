import { uploadBudgetMs } from '@plotline/kit/core/time';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { modes } from '@plotline/kit/store/connection/connect';
import type { Job } from '@plotline/kit/tasks/job';
import type { JobQueue } from '@plotline/kit/tasks/job-queue';
import { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { FileStore } from '../../files/store/file-store.js';
import { type ImportData, needsFile } from '../model/import.js';

const intervalMs = 60_000;
/** Minimum age of a file without a job, counted from its last byte. The job of a file is stored soon after the file. */
const minAgeMs = 2 * uploadBudgetMs;
const maxBatch = 100;

export interface CleanupOptions {
  readonly runtime: ServiceRuntime;
  readonly imports: JobQueue<ImportData>;
  readonly files: FileStore;
}

/** Returns the files that imports, in either mode, still need. */
async function findNeeded({ imports, runtime }: CleanupOptions, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const needed = new Set<string>();
  for (const mode of modes) {
    const jobs: readonly Job<ImportData>[] = await imports.collection
      .acrossWorkspaces(mode)
      .find({ _id: { $in: ids } });
    for (const job of jobs) if (needsFile(job, runtime.clock())) needed.add(job.id);
  }
  return needed;
}

async function removeUnused(options: CleanupOptions, ids: readonly string[]): Promise<void> {
  const needed = await findNeeded(options, ids);
  for (const id of ids) if (!needed.has(id)) await options.files.remove(id);
}

/**
 * Creates the task that removes files that a killed process has left. These are files without an import, and files of
 * ended imports, which are normally removed at the end. Also removes files of failed imports that nobody has restarted.
 */
export function createImportFileCleanup(options: CleanupOptions): PeriodicTask {
  const { runtime, files } = options;
  return new PeriodicTask({
    name: 'import file cleanup',
    intervalMs,
    // The files of both modes are in one store.
    modes: ['live'],
    runtime,
    run: async (_mode, shouldContinue) => {
      let batch: string[] = [];
      for await (const id of files.listOlder(new Date(runtime.clock().getTime() - minAgeMs))) {
        if (!id.startsWith('imp_')) continue;
        batch.push(id);
        if (batch.length < maxBatch) continue;
        if (!shouldContinue()) return;
        await removeUnused(options, batch);
        batch = [];
      }
      await removeUnused(options, batch);
    },
  });
}
