import { readConfig, serviceSpecs } from '@plotline/kit/process/config';
import { stopOnSignal } from '@plotline/kit/process/lifecycle';
import { createRuntime } from '@plotline/kit/process/runtime';
import { startService } from '@plotline/kit/process/service';
import { bool, str } from 'envalid';
import { createContext } from './context.js';
import { createService } from './service.js';

const config = readConfig({
  ...serviceSpecs,
  WEBHOOK_ALLOW_PRIVATE: bool({ default: false, desc: 'receivers may have private addresses; local only' }),
  WEBHOOK_SECRET_KEY: str({
    default: '',
    desc: 'key material that seals signing secrets, where INTERNAL_SECRET (the default) is to change',
  }),
});
const runtime = await createRuntime('webhook', config);
const context = createContext(runtime, {
  allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
  keyMaterial: config.WEBHOOK_SECRET_KEY || config.INTERNAL_SECRET,
});
stopOnSignal(await startService(runtime, config, createService(context)), runtime.log);
