import { conflict } from '@plotline/kit/core/errors';
import type { RunJob } from '@plotline/kit/tasks/job-work';
import type { ImportData } from '../model/import.js';
import type { UndoQueue } from '../store/undo-queue.js';

/**
 * Ends an import that an operator restarts after its undo, because the import would create the removed records again.
 */
export function refuseUndone(undos: Pick<UndoQueue, 'getByImport'>, run: RunJob<ImportData>): RunJob<ImportData> {
  return async (job, context) => {
    if (await undos.getByImport(context.caller(), job.id)) {
      throw conflict('The import was undone. Import the file again.');
    }
    return run(job, context);
  };
}
