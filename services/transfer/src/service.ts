import { withMaintenance } from '@plotline/kit/ops/rebuilds/with-maintenance';
import type { Service } from '@plotline/kit/service/service';
import { createJobWorker } from '@plotline/kit/tasks/job-worker';
import type { Context } from './context.js';
import { needsFile } from './domain/import.js';
import { cancelImport } from './http/cancel-import.js';
import { createDownloadRouter } from './http/downloads.js';
import { cancelExport, createExport, getExport, listExports } from './http/exports.js';
import { createFeedRouter } from './http/feed/feed-router.js';
import { deleteFeed, getFeed, rotateFeed } from './http/feed/manage-feed.js';
import { importRecords } from './http/import-records.js';
import { listImportErrors } from './http/list-import-errors.js';
import { listImportFields } from './http/list-import-fields.js';
import { previewImport } from './http/preview-import.js';
import { getImport, listImports } from './http/read-imports.js';
import { migrations } from './stores.js';
import { createExportFileCleanup } from './workers/export-file-cleanup.js';
import { createFinishCancelledImport } from './workers/finish-cancelled-import.js';
import { createImportFileCleanup } from './workers/import-file-cleanup.js';
import { runExport } from './workers/run-export.js';
import { createRunImport } from './workers/run-import.js';

/** Registers what this service answers. */
export function createService(context: Context): Service {
  const { runtime, files, imports, importErrors, exports } = context;
  const importWorker = createJobWorker({
    queue: imports,
    runtime,
    run: createRunImport({ ...context, clock: runtime.clock }),
    finishCancelled: createFinishCancelledImport({ ...context, clock: runtime.clock }),
    onEnd: async (job) => {
      if (!needsFile(job, runtime.clock())) await files.remove(job.id);
    },
    onExpire: ({ id, workspace_id: workspaceId }, mode) => importErrors.remove({ workspaceId, mode }, id),
  });
  const maintenance = { resets: context.sandboxResets };
  return withMaintenance(runtime, maintenance, {
    contract: new URL('../openapi.yaml', import.meta.url),
    migrations,
    handlers: {
      importLeads: importRecords(context, 'leads'),
      importUnits: importRecords(context, 'units'),
      importProperties: importRecords(context, 'properties'),
      listImports: listImports(context),
      listImportFields: listImportFields(),
      previewImport: previewImport(),
      getImport: getImport(context),
      listImportErrors: listImportErrors(context),
      cancelImport: cancelImport(context),
      listExports: listExports(context),
      createExport: createExport(context),
      getExport: getExport(context),
      cancelExport: cancelExport(context),
      getFeed: getFeed(context),
      rotateFeed: rotateFeed(context),
      deleteFeed: deleteFeed(context),
    },
    server: { routers: [createDownloadRouter(context), createFeedRouter(context)] },
    workers: [
      importWorker,
      createImportFileCleanup(context),
      createJobWorker({ queue: exports, runtime, run: runExport(context) }),
      createExportFileCleanup(context),
    ],
  });
}
