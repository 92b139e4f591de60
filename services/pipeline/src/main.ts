import { layFoundation } from '@plotline/kit/foundation';
import { stopOnSignal } from '@plotline/kit/lifecycle';
import { startService } from '@plotline/kit/service';
import { readPipelineConfig } from './config.js';
import { createContext } from './context.js';
import { partsOf } from './server.js';

const config = readPipelineConfig();
const foundation = await layFoundation('pipeline', config);
stopOnSignal(await startService(foundation, config, partsOf(createContext(foundation, config))), foundation.log);
