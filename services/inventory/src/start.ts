import { createPeer } from '@plotline/kit/rpc/client';
import { openArchive } from '@plotline/kit/service/journal-archive';
import { createRuntime, maxStartMs } from '@plotline/kit/service/runtime';
import { startService } from '@plotline/kit/service/service';
import type { StartedUnit, Transports } from '@plotline/kit/service/transports';
import { readInventoryConfig } from './config.js';
import { createContext } from './context.js';
import { createAgentDirectory } from './peers/agent-directory.js';
import { createLeadDirectory } from './peers/lead-directory.js';
import { createMilestoneInvoicing } from './peers/milestone-invoicing.js';
import { createService } from './service.js';

/** Starts the service with the environment. Resolves once it listens. */
export async function startInventory(environment: NodeJS.ProcessEnv, transports: Transports): Promise<StartedUnit> {
  const config = readInventoryConfig(environment);
  const runtime = await createRuntime('inventory', config, {
    transports,
    archive: await openArchive(config),
    maxConnectMs: maxStartMs,
  });
  const { callerKeys, metrics, log } = runtime;
  const { openChannel } = transports;
  const common = { callerKeys, metrics, openChannel };
  const team = createPeer({ name: 'team', address: config.TEAM_GRPC, ...common });
  const pipeline = createPeer({ name: 'pipeline', address: config.PIPELINE_GRPC, ...common });
  const peers = {
    agents: createAgentDirectory(team),
    leads: createLeadDirectory(pipeline),
    invoicing: createMilestoneInvoicing(pipeline),
    quotas: config.QUOTAS,
  };
  const service = createService(createContext(runtime, peers));
  return { components: await startService(runtime, config, { ...service, peers: [team, pipeline] }), log };
}
