import { SandboxResets } from '@plotline/kit/ops/sandbox/sandbox-resets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { JobQueue } from '@plotline/kit/tasks/job-queue';
import { SuspendedWorkspaces } from '@plotline/kit/tasks/suspended-workspaces';
import { Calendars } from './calendars/store/calendars.js';
import { createExportQueue, type ExportData } from './exports/store/export-queue.js';
import { Feeds } from './feed/store/feeds.js';
import type { ImportData } from './imports/model/import.js';
import { CreatedRecords } from './imports/store/created-records.js';
import { ImportErrors } from './imports/store/import-errors.js';
import { UndoQueue } from './imports/store/undo-queue.js';
import { RecordFiles } from './record-files/store/record-files.js';

/** All stores of the service. They declare all its collections. */
export interface Stores {
  readonly suspensions: SuspendedWorkspaces;
  readonly sandboxResets: SandboxResets;
  readonly imports: JobQueue<ImportData>;
  readonly importErrors: ImportErrors;
  readonly createdRecords: CreatedRecords;
  readonly importUndos: UndoQueue;
  readonly exports: JobQueue<ExportData>;
  readonly feeds: Feeds;
  readonly calendars: Calendars;
  readonly recordFiles: RecordFiles;
}

/** Folder of the compiled migrations. */
export const migrations = new URL('./migrations/', import.meta.url);

export function createStores(runtime: ServiceRuntime): Stores {
  const suspensions = new SuspendedWorkspaces(runtime);
  return {
    suspensions,
    sandboxResets: new SandboxResets(runtime),
    imports: new JobQueue<ImportData>(runtime, { collection: 'imports', kind: 'import', prefix: 'imp', suspensions }),
    importErrors: new ImportErrors(runtime),
    createdRecords: new CreatedRecords(runtime),
    importUndos: new UndoQueue(runtime, suspensions),
    exports: createExportQueue(runtime, suspensions),
    feeds: new Feeds(runtime),
    calendars: new Calendars(runtime),
    recordFiles: new RecordFiles(runtime),
  };
}
