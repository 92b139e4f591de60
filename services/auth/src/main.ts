import { readConfig, serviceSpecs } from '@plotline/kit/process/config';
import { stopOnSignal } from '@plotline/kit/process/lifecycle';
import { createRuntime } from '@plotline/kit/process/runtime';
import { startService } from '@plotline/kit/process/service';
import { str } from 'envalid';
import { createContext } from './context.js';
import { createService } from './service.js';

const config = readConfig({
  ...serviceSpecs,
  KEY_HASH_SECRET: str({
    desc: 'keys the hashes of API keys and client secrets; a changed one makes every key unknown',
  }),
});
const runtime = await createRuntime('auth', config);
const context = createContext(runtime, config.KEY_HASH_SECRET);
stopOnSignal(await startService(runtime, config, createService(context)), runtime.log);
