import { layFoundation } from '@plotline/kit/foundation';
import { stopOnSignal } from '@plotline/kit/lifecycle';
import { startService } from '@plotline/kit/service';
import { readTeamConfig } from './config.js';
import { createContext } from './context.js';
import { partsOf } from './server.js';

const config = readTeamConfig();
const foundation = await layFoundation('team', config);
stopOnSignal(await startService(foundation, config, partsOf(createContext(foundation))), foundation.log);
