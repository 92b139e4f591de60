import { layFoundation } from '@plotline/kit/foundation';
import { stopOnSignal } from '@plotline/kit/lifecycle';
import { createPeer } from '@plotline/kit/rpc/client';
import { startService } from '@plotline/kit/service';
import { readTeamConfig } from './config.js';
import { createContext } from './context.js';
import { askPipeline } from './peers/pipeline.js';
import { partsOf } from './server.js';

const config = readTeamConfig();
const foundation = await layFoundation('team', config);
const pipeline = createPeer({ name: 'pipeline', address: config.PIPELINE_GRPC, secret: config.INTERNAL_SECRET });
const parts = { ...partsOf(createContext(foundation, askPipeline(pipeline))), peers: [pipeline] };
stopOnSignal(await startService(foundation, config, parts), foundation.log);
