import { erasureCommand, runErasure } from '@plotline/kit/ops/workspace-data/workspace-data';
import { runCommand } from '@plotline/kit/service/command-line';
import { createRuntime } from '@plotline/kit/service/runtime';
import { modes } from '@plotline/kit/store/connection/connect';
import { readTransferConfig } from '../config.js';
import type { FileStore } from '../files/store/file-store.js';
import { openFileStore } from '../files/store/open-file-store.js';
import { removeContent } from '../record-files/work/remove-files.js';
import { createStores } from '../stores.js';

type Stores = ReturnType<typeof createStores>;

/**
 * Removes the files of imports, exports, feeds and records. The cleanup of the service removes files without a record.
 */
async function removeFiles(
  { imports, exports, feeds, recordFiles }: Stores,
  files: Pick<FileStore, 'remove'>,
  workspaceId: string,
): Promise<void> {
  for (const mode of modes) {
    const tenant = { workspaceId, mode };
    for await (const id of imports.collection.in(tenant).ids({})) await files.remove(id);
    for await (const { state } of exports.collection.in(tenant).each({}, { hint: 'created_at' })) {
      if (state.file) await files.remove(state.file.id);
    }
    const feed = await feeds.get(tenant);
    const made = Object.values(feed?.files ?? {}).flatMap((file) => [file?.id ?? [], file?.previous_id ?? []].flat());
    for (const id of made) await files.remove(id);
    for await (const { id } of recordFiles.each(tenant)) await removeContent(files, id);
  }
}

// Removes all files and records of a workspace. See deploy/runbooks/workspace-data.md.
await runCommand({
  ...erasureCommand,
  run: async (line) => {
    const config = readTransferConfig();
    const runtime = await createRuntime('transfer', config);
    try {
      const files = await openFileStore(config);
      const stores = createStores(runtime);
      return await runErasure(runtime, line, (workspaceId) => removeFiles(stores, files, workspaceId));
    } finally {
      await runtime.databases.close();
    }
  },
});
