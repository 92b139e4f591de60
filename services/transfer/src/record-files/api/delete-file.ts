import { noContent } from '@plotline/kit/core/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { removeContent } from '../work/remove-files.js';
import { findFile } from './file-access.js';

/** DELETE /v1/files/:id */
export function deleteFile(context: Context): Handler {
  return async (call) => {
    const { id } = await findFile(context, call.caller, call.path('id'), 'write');
    await context.recordFiles.remove(call, id, (file) => assertIfMatch(call.header, file));
    // Clients can no longer read the file. If the store doesn't remove the content now, the cleanup removes it later.
    await removeContent(context.files, id).catch((error: unknown) => {
      call.log.warn({ err: error }, 'file content not removed');
    });
    return noContent();
  };
}
