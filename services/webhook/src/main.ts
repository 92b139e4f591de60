import { createKeyring } from '@plotline/kit/keyring';
import { stopOnSignal } from '@plotline/kit/process/lifecycle';
import { releaseMemoryOfStart } from '@plotline/kit/process/release-memory';
import { createRuntime } from '@plotline/kit/process/runtime';
import { startService } from '@plotline/kit/process/service';
import { createPeer } from '@plotline/kit/rpc/client';
import { readWebhookConfig } from './config.js';
import { createContext } from './context.js';
import { createDigestMailer } from './peers/auth.js';
import { createAgentsClient } from './peers/team.js';
import { createService } from './service.js';

const config = readWebhookConfig();
const runtime = await createRuntime('webhook', config);
const { callerKeys, metrics } = runtime;
const auth = createPeer({ name: 'auth', address: config.AUTH_GRPC, callerKeys, metrics });
const team = createPeer({ name: 'team', address: config.TEAM_GRPC, callerKeys, metrics });
const context = createContext(runtime, {
  allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
  denied: config.WEBHOOK_DENIED_ADDRESSES,
  ports: config.WEBHOOK_PORTS,
  proxyUrl: config.WEBHOOK_PROXY_URL,
  subscriptionLimits: config.SUBSCRIPTION_LIMITS,
  agents: createAgentsClient(team),
  digestMailer: createDigestMailer(auth),
  sealKeys: createKeyring(config.WEBHOOK_SEAL_SECRET, config.WEBHOOK_SEAL_SECRET_PREVIOUS),
});
await context.sealedFields.assertReadable();
stopOnSignal(await startService(runtime, config, { ...createService(context), peers: [auth, team] }), runtime.log);
releaseMemoryOfStart();
