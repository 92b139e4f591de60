import { ok, page, selectFields, withVersion } from '@plotline/kit/core/answer';
import type { Tenant } from '@plotline/kit/core/caller';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { toFileJson } from '../model/file-json.js';
import { findOwner, type OwnerQuery, type RecordFile } from '../model/record-file.js';
import type { FileQuery } from '../store/record-files.js';
import { findFile, hasAccess, listReadable } from './file-access.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

/**
 * Creates the function that renders files of a workspace with their addresses. The validity of the addresses starts
 * now.
 */
export function createFileRendering({ runtime, linkKeys, mediaUrl }: Context, { workspaceId, mode }: Tenant) {
  const options = { tenant: { workspaceId, mode }, mediaUrl, linkKeys, now: runtime.clock() };
  return (file: RecordFile) => toFileJson(file, options);
}

/** GET /v1/files */
export function listFiles(context: Context): Handler<unknown, FileQuery & OwnerQuery & FieldsQuery> {
  return async ({ caller, query }) => {
    const owner = findOwner(query);
    const ofOwner = owner && (await hasAccess(context, caller, owner, 'read')) ? [owner.resource] : [];
    const wanted = { owner, resources: owner ? ofOwner : listReadable(caller) };
    const { records, info } = await context.recordFiles.list(caller, wanted, query);
    const toJson = createFileRendering(context, caller);
    return page(
      records.map((file) => selectFields(toJson(file), query.fields)),
      info,
    );
  };
}

/** GET /v1/files/:id */
export function getFile(context: Context): Handler<unknown, FieldsQuery> {
  return async ({ caller, path, query }) => {
    const file = await findFile(context, caller, path('id'), 'read');
    const json = createFileRendering(context, caller)(file);
    return withVersion(ok(selectFields(json, query.fields)), file.version);
  };
}
