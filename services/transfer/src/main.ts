import { backgroundBudgetMs } from '@plotline/kit/deadline';
import { stopOnSignal } from '@plotline/kit/process/lifecycle';
import { releaseMemoryOfStart } from '@plotline/kit/process/release-memory';
import { createRuntime } from '@plotline/kit/process/runtime';
import { startService } from '@plotline/kit/process/service';
import { createPeer } from '@plotline/kit/rpc/client';
import { readTransferConfig } from './config.js';
import { createContext } from './context.js';
import { openFileStore } from './files/open-file-store.js';
import { createRecordImporter } from './peers/record-importer.js';
import { createRecordReader } from './peers/record-reader.js';
import { createService } from './service.js';

const config = readTransferConfig();
const runtime = await createRuntime('transfer', config);
const { callerKeys, metrics } = runtime;
// A call for many records takes longer than an answer for a person.
const timeoutMs = backgroundBudgetMs;
const peers = {
  inventory: createPeer({ name: 'inventory', address: config.INVENTORY_GRPC, callerKeys, timeoutMs, metrics }),
  pipeline: createPeer({ name: 'pipeline', address: config.PIPELINE_GRPC, callerKeys, timeoutMs, metrics }),
  team: createPeer({ name: 'team', address: config.TEAM_GRPC, callerKeys, timeoutMs, metrics }),
};
const context = createContext(runtime, config, {
  files: await openFileStore(config),
  recordImporter: createRecordImporter(peers),
  recordReader: createRecordReader(peers),
});
const service = createService(context);
stopOnSignal(await startService(runtime, config, { ...service, peers: Object.values(peers) }), runtime.log);
releaseMemoryOfStart();
