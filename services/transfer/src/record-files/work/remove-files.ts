import type { Consumer } from '@plotline/kit/broker/consume';
import { type ParsedEnvelope, parseEnvelope, readText, readTexts } from '@plotline/kit/broker/message';
import { createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import type { Context } from '../../context.js';
import type { FileStore } from '../../files/store/file-store.js';
import { listStoredIds } from '../model/record-file.js';

/** Number of files that are removed in one batch. */
const maxBatch = 50;

type RemovalContext = Pick<Context, 'recordFiles' | 'files'>;

/** Removes the content of a file, in all its sizes. */
export async function removeContent(files: Pick<FileStore, 'remove'>, fileId: string): Promise<void> {
  for (const id of listStoredIds(fileId)) await files.remove(id);
}

/** Erases files. Removes the content first, so that after an interruption the next run finds the remaining files. */
export async function eraseFiles(
  { recordFiles, files }: RemovalContext,
  tenant: Tenant,
  ids: readonly string[],
  requestId: string,
): Promise<void> {
  for (const id of ids) await removeContent(files, id);
  await recordFiles.erase({ caller: createSystemCaller(tenant, 'file-removal', requestId) }, ids);
}

/** Erases all files of records that no longer exist. */
async function eraseFilesOf(
  context: RemovalContext,
  tenant: Tenant,
  recordIds: readonly string[],
  requestId: string,
): Promise<void> {
  for (;;) {
    const found = await context.recordFiles.listOfRecords(tenant, recordIds, maxBatch);
    if (found.length === 0) return;
    const ids = found.map(({ id }) => id);
    await eraseFiles(context, tenant, ids, requestId);
  }
}

/** Files of merged leads, and the lead that gets them. */
interface FileMove {
  readonly mergedIds: readonly string[];
  readonly survivorId: string;
}

function readMerge({ event, data }: ParsedEnvelope): FileMove {
  // Publishers of the previous release send only `lead.merged`.
  if (event === 'lead.merged') return { mergedIds: [readText(data, 'merged_id')], survivorId: readText(data, 'id') };
  return { mergedIds: readTexts(data, 'merged_ids'), survivorId: readText(data, 'lead_id') };
}

/**
 * Consumes `merging.lead`: moves the files of merged leads to the surviving lead. The event also contains earlier
 * merges, so that two consecutive merges can be handled in any order.
 */
export function createFileMoveConsumer({ recordFiles }: Pick<Context, 'recordFiles'>): Consumer {
  return {
    queue: 'transfer.merged-leads',
    bindings: ['lead.merged', 'merging.lead'],
    prefetch: 2,
    handle: async ({ payload, mode }) => {
      const envelope = parseEnvelope(payload);
      const { mergedIds, survivorId } = readMerge(envelope);
      await recordFiles.move({ workspaceId: envelope.workspace_id, mode }, mergedIds, survivorId);
    },
  };
}

/** Returns the ids of the records that were deleted according to an event. */
function readRemoved({ event, data }: ParsedEnvelope): readonly string[] {
  if (event !== 'erasure.lead') return readTexts(data, 'ids');
  // Publishers of the previous release don't send the merged leads.
  const mergedIds = 'merged_ids' in data ? readTexts(data, 'merged_ids') : [];
  return [readText(data, 'lead_id'), ...mergedIds];
}

/** Consumes `erasure.lead` and `listing.removed`: erases the files of deleted leads, properties and units. */
export function createFileRemovalConsumer(context: RemovalContext): Consumer {
  return {
    queue: 'transfer.removed-records',
    bindings: ['erasure.lead', 'listing.removed'],
    prefetch: 2,
    handle: async ({ payload, mode, requestId }) => {
      const envelope = parseEnvelope(payload);
      const tenant = { workspaceId: envelope.workspace_id, mode };
      await eraseFilesOf(context, tenant, readRemoved(envelope), requestId);
    },
  };
}
