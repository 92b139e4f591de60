import { created, withHeaders, withVersion } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { invalid, notFound } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { type QuotaUse, toQuotaHeaders } from '@plotline/kit/core/quota';
import { createToken } from '@plotline/kit/core/secrets';
import type { ReceivedUpload, UploadCall, UploadHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import {
  type FileKind,
  type FileOwner,
  findKindFault,
  findLimitProblem,
  type OwnerQuery,
  type RecordFile,
  readOwner,
} from '../model/record-file.js';
import { tokenPrefixes } from '../store/record-files.js';
import { eraseFiles, removeContent } from '../work/remove-files.js';
import { createStoreContent } from '../work/store-content.js';
import { assertAccess } from './file-access.js';
import { createFileRendering } from './read-files.js';

interface UploadQuery extends OwnerQuery {
  readonly kind: FileKind;
  readonly name?: string;
}

/** Returns the name of the file, or a default for its kind. */
function toName({ name, kind }: UploadQuery, extension: string): string {
  return name ?? `${kind.replaceAll('_', '-')}.${extension}`;
}

/**
 * Erases the file and rejects with NOT_FOUND if its record was deleted or merged during the upload. The event about
 * that may have come before the file. Keeps the record's other files, which may still move to a survivor.
 */
export async function eraseWithoutOwner(context: Context, caller: Caller, file: RecordFile): Promise<void> {
  const visible = await context.recordFinder.findVisible(caller, file.resource, [file.record_id]);
  if (visible.has(file.record_id)) return;
  await eraseFiles(context, caller, [file.id], caller.requestId);
  throw notFound();
}

/** POST /v1/files */
export function uploadFile(context: Context): UploadHandler<RecordFile, UploadQuery> {
  const { files, recordFiles, quotasOf } = context;
  const storeContent = createStoreContent(context);

  /**
   * Reads the use of the storage. Throws CONFLICT when `added` more bytes don't fit. Requests that run at once read the
   * same number, so together they can exceed the limit by what they add.
   */
  async function useStorage(caller: Caller, owner: FileOwner, added: number): Promise<QuotaUse> {
    const usage = await recordFiles.measure(caller, owner);
    const limit = quotasOf(caller.plan).storage_bytes;
    const refusal = findLimitProblem(usage, limit, added);
    if (refusal) throw refusal;
    return { name: 'storage_bytes', limit, used: usage.bytes };
  }

  async function receive(call: UploadCall<UploadQuery>): Promise<ReceivedUpload<RecordFile>> {
    const { caller, query, upload } = call;
    const owner = readOwner(query);
    await assertAccess(context, caller, owner, 'write');
    // A repeated request gets the stored answer, also when its own file took the last room.
    if (call.header('idempotency-key') === undefined) await useStorage(caller, owner, 0);
    const id = newId('file');
    const discard = () => removeContent(files, id);
    try {
      const {
        type: _type,
        sha256,
        ...content
      } = await storeContent(caller.workspaceId, id, upload.stream, (type) => {
        const fault = findKindFault(owner, query.kind, type);
        if (fault) throw invalid(fault);
      });
      const file: RecordFile = {
        id,
        version: 1,
        resource: owner.resource,
        record_id: owner.id,
        kind: query.kind,
        name: toName(query, content.variants.original.extension),
        ...content,
        token: createToken(tokenPrefixes[caller.mode]),
        uploaded_by: caller.actor.agentId ?? null,
        created_at: context.runtime.clock(),
      };
      return { body: file, identity: sha256, discard };
    } catch (error) {
      await discard();
      throw error;
    }
  }

  return {
    receive,
    handle: async (call) => {
      const { caller, body } = call;
      const { resource, record_id: id, stored_bytes: added } = body;
      const headers = toQuotaHeaders(await useStorage(caller, { resource, id }, added), added);
      const toJson = createFileRendering(context, caller);
      const toAnswer = (file: RecordFile) => withVersion(withHeaders(created(toJson(file)), headers), file.version);
      const answer = await recordFiles.add(call, body, toAnswer);
      await eraseWithoutOwner(context, caller, body);
      return answer;
    },
  };
}
