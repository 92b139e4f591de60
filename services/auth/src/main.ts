import { layFoundation } from '@plotline/kit/foundation';
import { stopOnSignal } from '@plotline/kit/lifecycle';
import { startService } from '@plotline/kit/service';
import { readAuthConfig } from './config.js';
import { createContext } from './context.js';
import { partsOf } from './server.js';

const config = readAuthConfig();
const foundation = await layFoundation('auth', config);
const context = createContext(foundation, config.KEY_HASH_SECRET);
stopOnSignal(await startService(foundation, config, partsOf(context)), foundation.log);
