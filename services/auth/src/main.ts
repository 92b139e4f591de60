import { createKeyring } from '@plotline/kit/keyring';
import { stopOnSignal } from '@plotline/kit/process/lifecycle';
import { createRuntime } from '@plotline/kit/process/runtime';
import { startService } from '@plotline/kit/process/service';
import { readAuthConfig } from './config.js';
import { createContext } from './context.js';
import { createService } from './service.js';

const config = readAuthConfig();
const runtime = await createRuntime('auth', config);
const context = createContext(runtime, createKeyring(config.KEY_HASH_SECRET, config.KEY_HASH_SECRET_PREVIOUS));
stopOnSignal(await startService(runtime, config, createService(context)), runtime.log);
