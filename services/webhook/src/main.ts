import { createKeyring } from '@plotline/kit/keyring';
import { stopOnSignal } from '@plotline/kit/process/lifecycle';
import { releaseMemoryOfStart } from '@plotline/kit/process/release-memory';
import { createRuntime } from '@plotline/kit/process/runtime';
import { startService } from '@plotline/kit/process/service';
import { readWebhookConfig } from './config.js';
import { createContext } from './context.js';
import { createService } from './service.js';

const config = readWebhookConfig();
const runtime = await createRuntime('webhook', config);
const context = createContext(runtime, {
  allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
  denied: config.WEBHOOK_DENIED_ADDRESSES,
  ports: config.WEBHOOK_PORTS,
  proxyUrl: config.WEBHOOK_PROXY_URL,
  subscriptionLimits: config.SUBSCRIPTION_LIMITS,
  sealKeys: createKeyring(config.WEBHOOK_SEAL_SECRET, config.WEBHOOK_SEAL_SECRET_PREVIOUS),
});
await context.sealedFields.assertReadable();
stopOnSignal(await startService(runtime, config, createService(context)), runtime.log);
releaseMemoryOfStart();
