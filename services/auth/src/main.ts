import { stopOnSignal } from '@plotline/kit/process/lifecycle';
import { releaseMemoryOfStart } from '@plotline/kit/process/release-memory';
import { createRuntime } from '@plotline/kit/process/runtime';
import { startService } from '@plotline/kit/process/service';
import { createSealedFields } from './accounts/sealed-fields.js';
import { readAuthConfig } from './config.js';
import { createContext } from './context.js';
import { createService } from './service.js';

const config = readAuthConfig();
const runtime = await createRuntime('auth', config);
const context = createContext(runtime, config);
await createSealedFields(context).assertReadable();
stopOnSignal(await startService(runtime, config, createService(context)), runtime.log);
releaseMemoryOfStart();
