import { stopOnSignal } from '@plotline/kit/process/lifecycle';
import { createRuntime } from '@plotline/kit/process/runtime';
import { startService } from '@plotline/kit/process/service';
import { createPeer } from '@plotline/kit/rpc/client';
import { readTransferConfig } from './config.js';
import { createContext } from './context.js';
import { createService } from './service.js';

const config = readTransferConfig();
const runtime = await createRuntime('transfer', config);
const { callerKeys } = runtime;
const peers = {
  inventory: createPeer({ name: 'inventory', address: config.INVENTORY_GRPC, callerKeys }),
  pipeline: createPeer({ name: 'pipeline', address: config.PIPELINE_GRPC, callerKeys }),
  team: createPeer({ name: 'team', address: config.TEAM_GRPC, callerKeys }),
};
const service = createService(createContext(runtime));
stopOnSignal(await startService(runtime, config, { ...service, peers: Object.values(peers) }), runtime.log);
