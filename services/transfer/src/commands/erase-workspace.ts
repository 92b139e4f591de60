import { modes } from '@plotline/kit/mongo/connect';
import { createRuntime } from '@plotline/kit/process/runtime';
import { runErasure } from '@plotline/kit/workspace-data/erase-workspace';
import { readTransferConfig } from '../config.js';
import { openFileStore } from '../files/open-file-store.js';
import { createStores } from '../stores.js';

// Removes all files and records of a workspace: deploy/runbooks/workspace-data.md.
const config = readTransferConfig();
const runtime = await createRuntime('transfer', config);
const files = await openFileStore(config);
const { imports, exports, feeds } = createStores(runtime);

/** The files of imports, exports and feeds. Others, whose record is gone, are removed by the cleanup of the service. */
async function removeFiles(workspaceId: string): Promise<void> {
  for (const mode of modes) {
    const tenant = { workspaceId, mode };
    for await (const id of imports.collection.in(tenant).ids({})) await files.remove(id);
    for await (const { state } of exports.collection.in(tenant).each({}, { hint: 'created_at' })) {
      if (state.file) await files.remove(state.file.id);
    }
    const feed = await feeds.get(tenant);
    const made = Object.values(feed?.files ?? {}).flatMap((file) => [file?.id ?? [], file?.previous_id ?? []].flat());
    for (const id of made) await files.remove(id);
  }
}

process.exitCode = await runErasure(runtime, removeFiles);
await runtime.databases.close();
