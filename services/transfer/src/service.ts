import { createJobWorker } from '@plotline/kit/jobs/job-worker';
import type { Service } from '@plotline/kit/process/service';
import type { Context } from './context.js';
import { createDownloadRouter } from './http/downloads.js';
import { cancelExport, createExport, getExport, listExports } from './http/exports.js';
import { listImports } from './http/read-imports.js';
import { migrations } from './stores.js';
import { createExportFileSweep } from './workers/export-file-sweep.js';
import { runExport } from './workers/run-export.js';

/** Registers what this service answers. */
export function createService(context: Context): Service {
  const { runtime, exports } = context;
  return {
    contract: new URL('../openapi.yaml', import.meta.url),
    migrations,
    handlers: {
      listImports: listImports(),
      listExports: listExports(context),
      createExport: createExport(context),
      getExport: getExport(context),
      cancelExport: cancelExport(context),
    },
    server: { routers: [createDownloadRouter(context)] },
    workers: [createJobWorker({ queue: exports, runtime, run: runExport(context) }), createExportFileSweep(context)],
    sandboxReset: { resets: context.sandboxResets },
  };
}
