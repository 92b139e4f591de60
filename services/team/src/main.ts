import { stopOnSignal } from '@plotline/kit/process/lifecycle';
import { createRuntime } from '@plotline/kit/process/runtime';
import { startService } from '@plotline/kit/process/service';
import { createPeer } from '@plotline/kit/rpc/client';
import { readTeamConfig } from './config.js';
import { createContext } from './context.js';
import { createPipelineClient } from './peers/pipeline.js';
import { createService } from './service.js';

const config = readTeamConfig();
const runtime = await createRuntime('team', config);
const pipeline = createPeer({ name: 'pipeline', address: config.PIPELINE_GRPC, callerKeys: runtime.callerKeys });
const service = createService(createContext(runtime, createPipelineClient(pipeline)));
stopOnSignal(await startService(runtime, config, { ...service, peers: [pipeline] }), runtime.log);
