import type { JobQueue } from '@plotline/kit/jobs/job-queue';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { SandboxResets } from '@plotline/kit/sandbox/sandbox-resets';
import { createExportQueue, type ExportData } from './store/export-queue.js';

/** What the service stores. All its collections are declared by these. */
export interface Stores {
  readonly sandboxResets: SandboxResets;
  readonly exports: JobQueue<ExportData>;
}

/** Folder of the compiled migrations. */
export const migrations = new URL('./migrations/', import.meta.url);

export function createStores(runtime: ServiceRuntime): Stores {
  return { sandboxResets: new SandboxResets(runtime), exports: createExportQueue(runtime) };
}
