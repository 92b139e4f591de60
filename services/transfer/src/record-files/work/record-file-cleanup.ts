import { uploadBudgetMs } from '@plotline/kit/core/time';
import { modes } from '@plotline/kit/store/connection/connect';
import { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { Context } from '../../context.js';
import { isUnfinished } from '../model/record-file.js';

const intervalMs = 3_600_000;
/**
 * Minimum age of content without a record, counted from its last byte. The record of a file is stored soon after the
 * content.
 */
const minAgeMs = 2 * uploadBudgetMs;
const maxBatch = 100;

type CleanupContext = Pick<Context, 'files' | 'recordFiles' | 'runtime'>;

const toFileId = (storedId: string) => storedId.split('.', 1)[0] ?? storedId;

async function removeUnused({ files, recordFiles }: CleanupContext, storedIds: readonly string[]): Promise<void> {
  const fileIds = [...new Set(storedIds.map(toFileId))];
  const found = await Promise.all(modes.map((mode) => recordFiles.findExisting(mode, fileIds)));
  const known = new Set(found.flat().map(({ id }) => id));
  // An unconverted upload may reveal where a photo was taken, and is only needed until it is converted.
  const isNeeded = (id: string) => known.has(toFileId(id)) && !isUnfinished(id);
  for (const id of storedIds) if (!isNeeded(id)) await files.remove(id);
}

/**
 * Creates the task that removes stored content without a record. Killed uploads and resets of the sandbox leave such
 * content.
 */
export function createRecordFileCleanup(context: CleanupContext): PeriodicTask {
  const { runtime, files } = context;
  return new PeriodicTask({
    name: 'record file cleanup',
    intervalMs,
    // The files of both modes are in one store.
    modes: ['live'],
    runtime,
    run: async (_mode, shouldContinue) => {
      let batch: string[] = [];
      for await (const id of files.listOlder(new Date(runtime.clock().getTime() - minAgeMs))) {
        if (!id.startsWith('file_')) continue;
        batch.push(id);
        if (batch.length < maxBatch) continue;
        if (!shouldContinue()) return;
        await removeUnused(context, batch);
        batch = [];
      }
      if (batch.length > 0) await removeUnused(context, batch);
    },
  });
}
