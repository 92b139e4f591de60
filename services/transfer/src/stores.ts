import { SandboxResets } from '@plotline/kit/ops/sandbox/sandbox-resets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { JobQueue } from '@plotline/kit/tasks/job-queue';
import type { ImportData } from './domain/import.js';
import { createExportQueue, type ExportData } from './store/export-queue.js';
import { Feeds } from './store/feeds.js';
import { ImportErrors } from './store/import-errors.js';

/** What the service stores. All its collections are declared by these. */
export interface Stores {
  readonly sandboxResets: SandboxResets;
  readonly imports: JobQueue<ImportData>;
  readonly importErrors: ImportErrors;
  readonly exports: JobQueue<ExportData>;
  readonly feeds: Feeds;
}

/** Folder of the compiled migrations. */
export const migrations = new URL('./migrations/', import.meta.url);

export function createStores(runtime: ServiceRuntime): Stores {
  return {
    sandboxResets: new SandboxResets(runtime),
    imports: new JobQueue<ImportData>(runtime, { collection: 'imports', kind: 'import', prefix: 'imp' }),
    importErrors: new ImportErrors(runtime),
    exports: createExportQueue(runtime),
    feeds: new Feeds(runtime),
  };
}
