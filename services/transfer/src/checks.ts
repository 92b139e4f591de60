import { type Check, createReferenceCheck, findIn, listChecked } from '@plotline/kit/ops/doctor/check';
import { isOpen, type Job, type JobData } from '@plotline/kit/tasks/job';
import type { JobQueue } from '@plotline/kit/tasks/job-queue';
import type { Context } from './context.js';
import { findFile } from './exports/model/export.js';
import { fileSizes, toStoredId } from './record-files/model/record-file.js';

interface FileJobs<D extends JobData> {
  readonly name: string;
  readonly jobs: JobQueue<D>;
  /** Returns the id of the file that the job needs or has created. Returns null if there is none. */
  readonly findFileId: (job: Job<D>) => string | null;
  readonly nextStep: string;
}

/**
 * Creates a check that each job that needs a file has a stored one. A file can be missing if the database and the files
 * were restored to different points in time.
 */
function createFileCheck<D extends JobData>(
  { runtime, files }: Pick<Context, 'runtime' | 'files'>,
  { name, jobs, findFileId, nextStep }: FileJobs<D>,
): Check {
  return {
    name,
    nextStep,
    find: async function* (scope) {
      for (const tenant of await listChecked(runtime, jobs.collection.declared.name, scope)) {
        for await (const job of jobs.collection.in(tenant).each({}, { hint: 'created_at' })) {
          const file = findFileId(job);
          if (file === null || (await files.size(file)) !== undefined) continue;
          const found = `${job.status}, without the file`;
          yield { workspace_id: tenant.workspaceId, id: job.id, expected: `the file ${file}`, found };
        }
      }
    },
  };
}

/** Creates a check that the content of each file of a record is stored. */
function createRecordFileCheck({
  runtime,
  files,
  recordFiles,
}: Pick<Context, 'runtime' | 'files' | 'recordFiles'>): Check {
  return {
    name: 'record_file_content',
    nextStep: 'restore the content from a backup, or ask the customer to delete the file and upload it again',
    find: async function* (scope) {
      for (const tenant of await listChecked(runtime, recordFiles.name, scope)) {
        for await (const { id, variants } of recordFiles.each(tenant)) {
          for (const size of fileSizes) {
            const storedId = toStoredId(id, size);
            if (!variants[size] || (await files.size(storedId)) !== undefined) continue;
            yield { workspace_id: tenant.workspaceId, id, expected: `the file ${storedId}`, found: 'no content' };
          }
        }
      }
    },
  };
}

/** Creates all checks of this service. */
export function createChecks(
  context: Pick<Context, 'runtime' | 'files' | 'imports' | 'exports' | 'recordFiles'>,
): Check[] {
  const { runtime, imports, exports } = context;
  return [
    createReferenceCheck(runtime, {
      name: 'import_error_import',
      collection: 'import_errors',
      field: 'import_id',
      findExisting: findIn(runtime, 'imports'),
      nextStep: 'no action needed: errors of a deleted import are not shown, and expire',
    }),
    createReferenceCheck(runtime, {
      name: 'import_created_records_import',
      collection: 'import_created_records',
      field: 'import_id',
      findExisting: findIn(runtime, 'imports'),
      nextStep: 'no action needed: the ids of a deleted import are not used',
    }),
    createFileCheck(context, {
      name: 'import_file',
      jobs: imports,
      findFileId: (job) => (isOpen(job) ? job.id : null),
      nextStep: 'restore the file from a backup, or ask the customer to import it again: this import will fail',
    }),
    createFileCheck(context, {
      name: 'export_file',
      jobs: exports,
      findFileId: ({ state }) => findFile(state, runtime.clock())?.id ?? null,
      nextStep: 'ask the customer to request the export again: the link answers 404',
    }),
    createRecordFileCheck(context),
  ];
}
