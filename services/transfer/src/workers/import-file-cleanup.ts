import { uploadBudgetMs } from '@plotline/kit/deadline';
import { isOpen, type Job } from '@plotline/kit/jobs/job';
import type { JobQueue } from '@plotline/kit/jobs/job-queue';
import { PeriodicTask } from '@plotline/kit/jobs/periodic-task';
import { modes } from '@plotline/kit/mongo/connect';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { ImportData } from '../domain/import.js';
import type { FileStore } from '../files/file-store.js';

const intervalMs = 60_000;
/** The job of a file is stored soon after the file, which is as old as its last byte. */
const minAgeMs = 2 * uploadBudgetMs;
const maxBatch = 100;

export interface CleanupOptions {
  readonly runtime: ServiceRuntime;
  readonly imports: JobQueue<ImportData>;
  readonly files: FileStore;
}

/** Those of the files whose import is under way, in either mode. */
async function findOpen({ imports }: CleanupOptions, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const open = new Set<string>();
  for (const mode of modes) {
    const jobs: readonly Job<ImportData>[] = await imports.collection
      .acrossWorkspaces(mode)
      .find({ _id: { $in: ids } });
    for (const job of jobs) if (isOpen(job)) open.add(job.id);
  }
  return open;
}

async function removeUnused(options: CleanupOptions, ids: readonly string[]): Promise<void> {
  const open = await findOpen(options, ids);
  for (const id of ids) if (!open.has(id)) await options.files.remove(id);
}

/** Removes files of imports that have ended, and files for which no import came to be, as a process was killed in between. */
export function createImportFileCleanup(options: CleanupOptions): PeriodicTask {
  const { runtime, files } = options;
  return new PeriodicTask({
    name: 'import file cleanup',
    intervalMs,
    runtime,
    run: async (mode, shouldContinue) => {
      // The store has the files of both modes.
      if (mode !== 'live') return;
      let batch: string[] = [];
      for await (const id of files.listOlder(new Date(runtime.clock().getTime() - minAgeMs))) {
        if (!id.startsWith('imp_')) continue;
        batch.push(id);
        if (batch.length < maxBatch) continue;
        if (!(await shouldContinue())) return;
        await removeUnused(options, batch);
        batch = [];
      }
      await removeUnused(options, batch);
    },
  });
}
