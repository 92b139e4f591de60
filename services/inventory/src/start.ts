import { createPeer } from '@plotline/kit/rpc/client';
import { createRuntime, maxStartMs } from '@plotline/kit/service/runtime';
import { startService } from '@plotline/kit/service/service';
import type { StartedUnit, Transports } from '@plotline/kit/service/transports';
import { readInventoryConfig } from './config.js';
import { createContext } from './context.js';
import { createAgentDirectory } from './peers/agent-directory.js';
import { createService } from './service.js';

/** Starts the service with the environment. Resolves once it listens. */
export async function startInventory(environment: NodeJS.ProcessEnv, transports: Transports): Promise<StartedUnit> {
  const config = readInventoryConfig(environment);
  const runtime = await createRuntime('inventory', config, { transports, maxConnectMs: maxStartMs });
  const { callerKeys, metrics, log } = runtime;
  const { openChannel } = transports;
  const team = createPeer({ name: 'team', address: config.TEAM_GRPC, callerKeys, metrics, openChannel });
  const service = createService(createContext(runtime, createAgentDirectory(team)));
  return { components: await startService(runtime, config, { ...service, peers: [team] }), log };
}
