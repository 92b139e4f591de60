import { withMaintenance } from '@plotline/kit/ops/rebuilds/run-rebuilds';
import { createRpcAdapter } from '@plotline/kit/rpc/server';
import type { Service } from '@plotline/kit/service/service';
import { createJobWorker } from '@plotline/kit/tasks/job-worker';
import { LeadFilesServiceService } from '@plotline/protos/plotline/transfer/v1/lead_files';
import { UsageServiceService } from '@plotline/protos/plotline/usage/v1/usage';
import { createCalendarRouter } from './calendars/api/calendar-router.js';
import { deleteTaskCalendar, getTaskCalendar, rotateTaskCalendar } from './calendars/api/manage-calendar.js';
import type { Context } from './context.js';
import { cancelExport } from './exports/api/cancel-export.js';
import { createExport } from './exports/api/create-export.js';
import { findDownload } from './exports/api/find-download.js';
import { getExport, listExports } from './exports/api/read-exports.js';
import { createExportFileCleanup } from './exports/work/export-file-cleanup.js';
import { runExport } from './exports/work/run-export.js';
import { findFeedFile } from './feed/api/find-feed-file.js';
import { deleteFeed, getFeed, getFeedHealth, rotateFeed } from './feed/api/manage-feed.js';
import { FeedFiles } from './feed/work/feed-files.js';
import { createFileRouter } from './files/api/file-router.js';
import { cancelImport } from './imports/api/cancel-import.js';
import { getImportTemplate } from './imports/api/get-import-template.js';
import { importRecords } from './imports/api/import-records.js';
import { listImportErrors } from './imports/api/list-import-errors.js';
import { listImportFields } from './imports/api/list-import-fields.js';
import { previewFile } from './imports/api/preview-file.js';
import { previewImport } from './imports/api/preview-import.js';
import { getImport, listImports } from './imports/api/read-imports.js';
import { undoImport } from './imports/api/undo-import.js';
import { needsFile } from './imports/model/import.js';
import { createFinishCancelledImport } from './imports/work/finish-cancelled-import.js';
import { createImportFileCleanup } from './imports/work/import-file-cleanup.js';
import { refuseUndone } from './imports/work/refuse-undone.js';
import { createRunImport } from './imports/work/run-import.js';
import { createRunUndo } from './imports/work/run-undo.js';
import { deleteFile } from './record-files/api/delete-file.js';
import { findMedia } from './record-files/api/find-media.js';
import { createLeadFilesService } from './record-files/api/lead-files.js';
import { getFile, listFiles } from './record-files/api/read-files.js';
import { uploadFile } from './record-files/api/upload-file.js';
import { createRecordFileCleanup } from './record-files/work/record-file-cleanup.js';
import { createFileMoveConsumer, createFileRemovalConsumer } from './record-files/work/remove-files.js';
import { rpcCallers } from './rpc-callers.js';
import { migrations } from './stores.js';
import { getUsage, readUsage } from './usage/api/read-usage.js';

/** Registers the endpoints and workers of this service. */
export function createService(context: Context): Service {
  const { runtime, files, imports, importErrors, createdRecords, importUndos, exports } = context;
  const importWorker = createJobWorker({
    queue: imports,
    runtime,
    run: refuseUndone(importUndos, createRunImport({ ...context, clock: runtime.clock })),
    finishCancelled: createFinishCancelledImport({ ...context, clock: runtime.clock }),
    onEnd: async (job) => {
      if (!needsFile(job, runtime.clock())) await files.remove(job.id);
    },
    onExpire: async ({ id, workspace_id: workspaceId }, mode) => {
      await importErrors.remove({ workspaceId, mode }, id);
      await createdRecords.remove({ workspaceId, mode }, id);
    },
  });
  const feedFiles = new FeedFiles(context);
  const findFeed = findFeedFile(context, feedFiles);
  const fileRouter = createFileRouter(context, {
    downloads: findDownload(context),
    feeds: findFeed,
    media: findMedia(context),
  });
  const rpc = createRpcAdapter({ ...runtime, callers: rpcCallers });
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
      getImportTemplate: getImportTemplate(context),
      previewFile: previewFile(context),
      previewImport: previewImport(context),
      getImport: getImport(context),
      listImportErrors: listImportErrors(context),
      cancelImport: cancelImport(context),
      undoImport: undoImport(context),
      listExports: listExports(context),
      createExport: createExport(context),
      getExport: getExport(context),
      cancelExport: cancelExport(context),
      getFeed: getFeed(context),
      getFeedHealth: getFeedHealth(context, feedFiles),
      rotateFeed: rotateFeed(context),
      deleteFeed: deleteFeed(context),
      getTaskCalendar: getTaskCalendar(context),
      rotateTaskCalendar: rotateTaskCalendar(context),
      deleteTaskCalendar: deleteTaskCalendar(context),
      listFiles: listFiles(context),
      uploadFile: uploadFile(context),
      getFile: getFile(context),
      deleteFile: deleteFile(context),
      getUsage: readUsage(context),
    },
    consumers: [
      createFileRemovalConsumer(context),
      createFileMoveConsumer(context),
      context.suspensions.createConsumer(runtime.name),
    ],
    rpc: [
      [LeadFilesServiceService, createLeadFilesService(context, rpc)],
      [UsageServiceService, { getUsage: rpc(getUsage(context)) }],
    ],
    server: { routers: [fileRouter, createCalendarRouter(context)] },
    workers: [
      importWorker,
      createJobWorker({ queue: importUndos, runtime, run: createRunUndo(context) }),
      createImportFileCleanup(context),
      createJobWorker({ queue: exports, runtime, run: runExport(context) }),
      createExportFileCleanup(context),
      createRecordFileCleanup(context),
    ],
  });
}
