import { stopOnSignal } from '@plotline/kit/process/lifecycle';
import { createRuntime } from '@plotline/kit/process/runtime';
import { startService } from '@plotline/kit/process/service';
import { readWebhookConfig } from './config.js';
import { createContext } from './context.js';
import { createService } from './service.js';

const config = readWebhookConfig();
const runtime = await createRuntime('webhook', config);
const context = createContext(runtime, {
  allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
  subscriptionLimits: config.SUBSCRIPTION_LIMITS,
  keyMaterial: config.WEBHOOK_SECRET_KEY || config.INTERNAL_SECRET,
});
stopOnSignal(await startService(runtime, config, createService(context)), runtime.log);
