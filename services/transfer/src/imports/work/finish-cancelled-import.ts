import type { FinishCancelledJob, JobWrite } from '@plotline/kit/tasks/job-work';
import type { ImportData } from '../model/import.js';
import { openImportFile } from './check-file.js';
import { findKeptResult } from './import-chunk.js';
import { addResult, createMapper } from './import-progress.js';
import { readChunks } from './read-chunks.js';
import { defaultPausesMs, type ImportRunOptions } from './run-import.js';

/**
 * Creates the function that counts the last rows that a cancelled import had sent, if these rows were imported. The
 * process may have died before it read the answer, but the service that owns the records has stored the answer.
 */
export function createFinishCancelledImport(options: ImportRunOptions): FinishCancelledJob<ImportData> {
  const { files, recordImporter, importErrors, createdRecords, clock, pausesMs = defaultPausesMs } = options;
  return async (job, context) => {
    // The responses of a dry run are not stored, and an import sends no rows before its records are counted.
    if (job.input.dry_run || job.total === null || (await files.size(job.id)) === undefined) return undefined;
    const content = files.read(job.id, { signal: context.signal });
    try {
      const { records } = await openImportFile(files, job, content, context.signal);
      const { value: chunk, done } = await readChunks(records, job.state.row, createMapper(job)).next();
      if (done) return undefined;
      const result = await findKeptResult(recordImporter, job, chunk, { ...context, pausesMs });
      if (!result) return undefined;
      const { progress, kept } = addResult(job, chunk, result, clock());
      const write: JobWrite = async (session) => {
        await importErrors.add(context.caller(), job.id, kept, session);
        await createdRecords.add(context.caller(), job.id, { row: chunk.lastRecord, ids: result.created }, session);
      };
      return { ...progress, write };
    } finally {
      await content.return(undefined);
    }
  };
}
