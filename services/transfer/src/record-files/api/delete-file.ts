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
    // The file is gone for clients. The cleanup removes content that the store doesn't remove now.
    await removeContent(context.files, id).catch((error: unknown) => {
      call.log.warn({ err: error }, 'file content not removed');
    });
    return noContent();
  };
}
