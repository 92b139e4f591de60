import { createKeyring } from '@plotline/kit/core/secrets';
import { createPeer } from '@plotline/kit/rpc/client';
import { createRuntime, maxStartMs } from '@plotline/kit/service/runtime';
import { startService } from '@plotline/kit/service/service';
import type { StartedUnit, Transports } from '@plotline/kit/service/transports';
import { readWebhookConfig } from './config.js';
import { createContext } from './context.js';
import { createDigestMailer, createNoticeMailer } from './peers/auth.js';
import { createAgentsClient } from './peers/team.js';
import { createService } from './service.js';

/** Starts the service with the environment. Resolves once it listens. */
export async function startWebhook(environment: NodeJS.ProcessEnv, transports: Transports): Promise<StartedUnit> {
  const config = readWebhookConfig(environment);
  const runtime = await createRuntime('webhook', config, { transports, maxConnectMs: maxStartMs });
  const { callerKeys, metrics, log } = runtime;
  const common = { callerKeys, metrics, openChannel: transports.openChannel };
  const auth = createPeer({ name: 'auth', address: config.AUTH_GRPC, ...common });
  const team = createPeer({ name: 'team', address: config.TEAM_GRPC, ...common });
  const context = createContext(runtime, {
    allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
    denied: config.WEBHOOK_DENIED_ADDRESSES,
    ports: config.WEBHOOK_PORTS,
    proxyUrl: config.WEBHOOK_PROXY_URL,
    subscriptionLimits: config.SUBSCRIPTION_LIMITS,
    agents: createAgentsClient(team),
    digestMailer: createDigestMailer(auth),
    noticeMailer: createNoticeMailer(auth),
    sealKeys: createKeyring(config.WEBHOOK_SEAL_SECRET, config.WEBHOOK_SEAL_SECRET_PREVIOUS),
  });
  await context.sealedFields.assertReadable();
  return { components: await startService(runtime, config, { ...createService(context), peers: [auth, team] }), log };
}
