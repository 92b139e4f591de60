import { once } from 'node:events';
import { startGateway } from '@plotline/gateway/app';
import { readGatewayConfig } from '@plotline/gateway/config';
import { createContext } from '@plotline/gateway/context';
import { stopInOrder } from '@plotline/kit/service/lifecycle';
import { createLog } from '@plotline/kit/telemetry/log';
import { system } from '../../../../support/system.js';
import { readCallerKeyVariables } from '../../../../support/system-keys.js';

/** Additional gateway in the running system. */
interface LimitedGateway {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a gateway in the running system that applies the plans' limits. It counts requests on its own, and trusts
 * `X-Forwarded-For` of one proxy, so that a test can send from several addresses.
 */
export async function startLimitedGateway(): Promise<LimitedGateway> {
  const { services, urls, amqpUrl, redisUrl } = system();
  const config = readGatewayConfig({
    PRIVATE_PORT: '1',
    AUTH_BASE_URL: urls.auth,
    API_BASE_URL: urls.api,
    SANDBOX_BASE_URL: urls.sandbox,
    AUTH_URL: services.auth.httpUrl,
    INVENTORY_URL: services.inventory.httpUrl,
    PIPELINE_URL: services.pipeline.httpUrl,
    TEAM_URL: services.team.httpUrl,
    WEBHOOK_URL: services.webhook.httpUrl,
    CONNECT_URL: services.connect.httpUrl,
    AUTH_GRPC: services.auth.grpcAddress,
    AMQP_URL: amqpUrl,
    REDIS_URL: `${redisUrl.replace(/\/\d*$/, '')}/1`,
    REDIS_PATIENCE_MS: '4000',
    ...(await readCallerKeyVariables('gateway')),
    LOG_LEVEL: 'silent',
    LIMITS_FACTOR: '1',
    TRUSTED_PROXIES: '1',
  });
  const log = createLog('gateway', 'silent');
  const context = await createContext(config, { log });
  const { servers, shutdownSteps } = await startGateway(context, { api: 0, sandbox: 0, auth: 0, private: 0 });
  const address = servers.api.address();
  if (address === null || typeof address === 'string') throw new Error('The gateway has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      for (const server of Object.values(servers)) {
        if (!server.listening) continue;
        const closed = once(server, 'close');
        server.close();
        server.closeAllConnections();
        await closed;
      }
      await stopInOrder(shutdownSteps, log);
    },
  };
}
