import { stopOnSignal } from '@plotline/kit/process/lifecycle';
import { releaseMemoryOfStart } from '@plotline/kit/process/release-memory';
import { createRuntime } from '@plotline/kit/process/runtime';
import { startService } from '@plotline/kit/process/service';
import { createPeer } from '@plotline/kit/rpc/client';
import { readInventoryConfig } from './config.js';
import { createContext } from './context.js';
import { createAgentDirectory } from './peers/agent-directory.js';
import { createService } from './service.js';

const config = readInventoryConfig();
const runtime = await createRuntime('inventory', config);
const { callerKeys, metrics } = runtime;
const team = createPeer({ name: 'team', address: config.TEAM_GRPC, callerKeys, metrics });
const service = createService(createContext(runtime, createAgentDirectory(team)));
stopOnSignal(await startService(runtime, config, { ...service, peers: [team] }), runtime.log);
releaseMemoryOfStart();
