import { stopOnSignal } from '@plotline/kit/process/lifecycle';
import { releaseMemoryOfStart } from '@plotline/kit/process/release-memory';
import { createRuntime } from '@plotline/kit/process/runtime';
import { startService } from '@plotline/kit/process/service';
import { createPeer } from '@plotline/kit/rpc/client';
import { readTeamConfig } from './config.js';
import { createContext } from './context.js';
import { createInvitationsClient } from './peers/auth.js';
import { createPipelineClient } from './peers/pipeline.js';
import { createService } from './service.js';

const config = readTeamConfig();
const runtime = await createRuntime('team', config);
const { callerKeys, metrics } = runtime;
const pipeline = createPeer({ name: 'pipeline', address: config.PIPELINE_GRPC, callerKeys, metrics });
const auth = createPeer({ name: 'auth', address: config.AUTH_GRPC, callerKeys, metrics });
const service = createService(
  createContext(runtime, { pipeline: createPipelineClient(pipeline), invitations: createInvitationsClient(auth) }),
);
stopOnSignal(await startService(runtime, config, { ...service, peers: [pipeline, auth] }), runtime.log);
releaseMemoryOfStart();
