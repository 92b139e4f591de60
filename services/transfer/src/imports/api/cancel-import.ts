import type { Handler } from '@plotline/kit/http/handler';
import { answerJob } from '@plotline/kit/tasks/job';
import type { Context } from '../../context.js';
import { needsFile } from '../model/import.js';
import { toImportJson } from './import-json.js';
import { findImport } from './permitted-resources.js';
import { toUndoJson } from './undo-json.js';

/** POST /v1/imports/:id/cancel */
export function cancelImport(context: Context): Handler {
  return async (call) => {
    const { id } = await findImport(context, call.caller, call.path('id'));
    const { files, imports, runtime } = context;
    const { job, answer } = await imports.cancel(call, id, (changed) =>
      answerJob(200, changed, toImportJson(changed, toUndoJson(changed, null, runtime.clock()))),
    );
    // If the import is running, its worker removes the file.
    if (!needsFile(job, runtime.clock())) {
      await files
        .remove(id)
        .catch((error: unknown) => call.log.warn({ err: error, import: id }, 'removal of import file failed'));
    }
    return answer;
  };
}
