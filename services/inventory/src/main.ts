import { layFoundation } from '@plotline/kit/foundation';
import { stopOnSignal } from '@plotline/kit/lifecycle';
import { createPeer } from '@plotline/kit/rpc/client';
import { startService } from '@plotline/kit/service';
import { readInventoryConfig } from './config.js';
import { createContext } from './context.js';
import { createAgentDirectory } from './peers/agent-directory.js';
import { partsOf } from './server.js';

const config = readInventoryConfig();
const foundation = await layFoundation('inventory', config);
const team = createPeer({ name: 'team', address: config.TEAM_GRPC, secret: config.INTERNAL_SECRET });
const context = createContext(foundation, createAgentDirectory(team));
stopOnSignal(await startService(foundation, config, { ...partsOf(context), peers: [team] }), foundation.log);
