import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText, readTexts } from '@plotline/kit/broker/message';
import { createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import type { Context } from '../../context.js';
import type { FileStore } from '../../files/store/file-store.js';
import { listStoredIds } from '../model/record-file.js';

/** Number of files that are removed at once. */
const maxBatch = 50;

type RemovalContext = Pick<Context, 'recordFiles' | 'files'>;

/** Removes the content of a file, in all its sizes. */
export async function removeContent(files: Pick<FileStore, 'remove'>, fileId: string): Promise<void> {
  for (const id of listStoredIds(fileId)) await files.remove(id);
}

/**
 * Erases the files of records that no longer exist. Removes the content first, so that an interrupted run finds the
 * rest again.
 */
export async function eraseFilesOf(
  { recordFiles, files }: RemovalContext,
  tenant: Tenant,
  recordIds: readonly string[],
  requestId: string,
): Promise<void> {
  const caller = createSystemCaller(tenant, 'file-removal', requestId);
  for (;;) {
    const found = await recordFiles.listOfRecords(tenant, recordIds, maxBatch);
    if (found.length === 0) return;
    for (const { id } of found) await removeContent(files, id);
    const ids = found.map(({ id }) => id);
    await recordFiles.erase({ caller }, ids);
  }
}

/** Consumes `lead.merged`: moves the files of the merged lead to the surviving lead. */
export function createFileMoveConsumer({ recordFiles }: Pick<Context, 'recordFiles'>): Consumer {
  return {
    queue: 'transfer.merged-leads',
    bindings: ['lead.merged'],
    prefetch: 2,
    handle: async ({ payload, mode }) => {
      const { workspace_id: workspaceId, data } = parseEnvelope(payload);
      await recordFiles.move({ workspaceId, mode }, readText(data, 'merged_id'), readText(data, 'id'));
    },
  };
}

/** Consumes `erasure.lead` and `listing.removed`: erases the files of deleted leads, properties and units. */
export function createFileRemovalConsumer(context: RemovalContext): Consumer {
  return {
    queue: 'transfer.removed-records',
    bindings: ['erasure.lead', 'listing.removed'],
    prefetch: 2,
    handle: async ({ name, payload, mode, requestId }) => {
      const { workspace_id: workspaceId, data } = parseEnvelope(payload);
      const ids = name === 'erasure.lead' ? [readText(data, 'lead_id')] : readTexts(data, 'ids');
      await eraseFilesOf(context, { workspaceId, mode }, ids, requestId);
    },
  };
}
