import { createPeer } from '@plotline/kit/rpc/client';
import { createRuntime, maxStartMs } from '@plotline/kit/service/runtime';
import { startService } from '@plotline/kit/service/service';
import type { StartedUnit, Transports } from '@plotline/kit/service/transports';
import { readTeamConfig } from './config.js';
import { createContext } from './context.js';
import { createAccountsClient, createInvitationsClient } from './peers/auth.js';
import { createPipelineClient } from './peers/pipeline.js';
import { createService } from './service.js';

/** Starts the service with the environment. Resolves once it listens. */
export async function startTeam(environment: NodeJS.ProcessEnv, transports: Transports): Promise<StartedUnit> {
  const config = readTeamConfig(environment);
  const runtime = await createRuntime('team', config, { transports, maxConnectMs: maxStartMs });
  const { callerKeys, metrics, log } = runtime;
  const common = { callerKeys, metrics, openChannel: transports.openChannel };
  const pipeline = createPeer({ name: 'pipeline', address: config.PIPELINE_GRPC, ...common });
  const auth = createPeer({ name: 'auth', address: config.AUTH_GRPC, ...common });
  const clients = {
    pipeline: createPipelineClient(pipeline),
    invitations: createInvitationsClient(auth),
    accounts: createAccountsClient(auth),
  };
  const service = createService(createContext(runtime, clients));
  return { components: await startService(runtime, config, { ...service, peers: [pipeline, auth] }), log };
}
