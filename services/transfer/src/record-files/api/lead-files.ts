import type { Caller } from '@plotline/kit/core/caller';
import { invalid, notFound } from '@plotline/kit/core/errors';
import { createToken } from '@plotline/kit/core/secrets';
import type { RpcAdapter } from '@plotline/kit/rpc/server';
import type { LeadFilesServiceServer, StoreLeadFileRequest } from '@plotline/protos/plotline/transfer/v1/lead_files';
import type { Context } from '../../context.js';
import { isFileId } from '../../files/store/file-id.js';
import type { FileStore } from '../../files/store/file-store.js';
import { findLimitProblem, maxParts, type RecordFile, toPartId } from '../model/record-file.js';
import { tokenPrefixes } from '../store/record-files.js';
import { removeContent } from '../work/remove-files.js';
import { createStoreContent } from '../work/store-content.js';
import { createFileRendering } from './read-files.js';
import { eraseWithoutOwner } from './upload-file.js';

/** Number of bytes in a part, below the limit of 4 MiB for a message. */
const maxPartBytes = 3 * 1_048_576;

async function* toChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function* readParts(files: Pick<FileStore, 'read'>, fileId: string, last: number): AsyncGenerator<Buffer> {
  for (let part = 0; part <= last; part += 1) yield* files.read(toPartId(fileId, part));
}

async function removeParts(files: Pick<FileStore, 'remove'>, fileId: string, last: number): Promise<void> {
  for (let part = 0; part <= last; part += 1) await files.remove(toPartId(fileId, part));
}

function assertRequest({ file_id, part, content }: StoreLeadFileRequest): void {
  if (!isFileId(file_id) || !file_id.startsWith('file_'))
    throw invalid({ field: 'file_id', message: 'must be the id of a file' });
  if (part >= maxParts) throw invalid({ field: 'part', message: `must be less than ${maxParts}` });
  if (content.length > maxPartBytes) throw invalid({ field: 'content', message: 'is larger than 3 MiB' });
}

/** Creates LeadFilesService. Other services call it to store documents of leads in the file store. */
export function createLeadFilesService(context: Context, rpc: RpcAdapter): LeadFilesServiceServer {
  const { files, recordFiles, recordFinder, runtime, quotasOf } = context;
  const storeContent = createStoreContent(context);

  /**
   * Throws CONFLICT for a file that doesn't fit. A file from a vendor is always stored, because it would be lost
   * otherwise.
   */
  async function assertFits(caller: Caller, leadId: string, added: number): Promise<void> {
    if (caller.actor.type === 'system') return;
    const usage = await recordFiles.measure(caller, { resource: 'lead', id: leadId });
    const refusal = findLimitProblem(usage, quotasOf(caller.plan).storage_bytes, added);
    if (refusal) throw refusal;
  }

  async function add(caller: Caller, { file_id: id, lead_id, name, part }: StoreLeadFileRequest): Promise<void> {
    try {
      const stored = await storeContent(caller.workspaceId, id, readParts(files, id, part), (type) => {
        if (type !== 'application/pdf') throw invalid({ field: 'file', message: 'must be a PDF' });
      });
      const { type: _type, sha256: _sha256, ...content } = stored;
      await assertFits(caller, lead_id, content.stored_bytes);
      const file: RecordFile = {
        id,
        version: 1,
        resource: 'lead',
        record_id: lead_id,
        kind: 'document',
        name,
        ...content,
        token: createToken(tokenPrefixes[caller.mode]),
        uploaded_by: caller.actor.agentId ?? null,
        created_at: runtime.clock(),
      };
      const toJson = createFileRendering(context, caller);
      await recordFiles.add({ caller }, file, (added) => ({ status: 201, body: toJson(added) }));
      await eraseWithoutOwner(context, caller, file);
    } catch (error) {
      // A concurrent call may have stored the file.
      if (await recordFiles.get(caller, id)) return;
      await removeContent(files, id);
      throw error;
    }
  }

  return {
    storeLeadFile: rpc(async (request, call) => {
      assertRequest(request);
      const caller = call.caller();
      const { file_id: id, lead_id, part, is_last, content } = request;
      if (await recordFiles.get(caller, id)) return {};
      if (part === 0 && !(await recordFinder.findVisible(caller, 'lead', [lead_id])).has(lead_id)) throw notFound();
      if (part === 0) await assertFits(caller, lead_id, content.length);
      await files.put(toPartId(id, part), toChunks(Buffer.from(content)), { maxBytes: maxPartBytes });
      if (!is_last) return {};
      await add(caller, request);
      // If the store doesn't remove the parts now, the cleanup removes them later.
      await removeParts(files, id, part).catch((error: unknown) => {
        call.log.warn({ err: error }, 'parts of a file not removed');
      });
      return {};
    }),
    readFile: rpc(async ({ file_id, offset }, call) => {
      const file = await recordFiles.get(call.caller(), file_id);
      if (!file) throw notFound();
      const { size, type } = file.variants.original;
      if (offset >= size) return { content: Buffer.alloc(0), size, type };
      const chunks: Buffer[] = [];
      const range = { start: offset, end: Math.min(size, offset + maxPartBytes) - 1 };
      for await (const chunk of files.read(file.id, { range })) chunks.push(chunk);
      return { content: Buffer.concat(chunks), size, type };
    }),
  };
}
