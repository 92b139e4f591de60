import { join } from 'node:path';
import type { ServiceName } from '@plotline/local/supervise/running-system';
import { loadSecrets } from '@plotline/local/supervise/secrets';
import { getDataLayout } from '@plotline/local/supervise/system-options';
import { system } from './system.js';
import { readCallerKeyVariables } from './system-keys.js';

/**
 * Returns the variables with which commands of a service run on the stores of the running system. They contain no port
 * to listen on.
 */
export async function createServiceEnvironment(service: ServiceName): Promise<NodeJS.ProcessEnv> {
  const { mongoUrl, amqpUrl, urls, services, dataDirectory } = system();
  const { secrets, mail, files } = getDataLayout(dataDirectory);
  const { answerSeal, keyHash, authSeal, webhookSeal, connectSeal, transferLink } = await loadSecrets(secrets);
  const peers = Object.entries(services).map(([name, { grpcAddress }]) => [`${name.toUpperCase()}_GRPC`, grpcAddress]);
  return {
    ...Object.fromEntries(peers),
    PATH: process.env['PATH'],
    LOG_LEVEL: 'silent',
    HTTP_PORT: '1',
    GRPC_PORT: '1',
    MONGO_URL: mongoUrl,
    MONGO_DATABASE: `plotline_${service}`,
    AMQP_URL: amqpUrl,
    ...(await readCallerKeyVariables(service)),
    ANSWER_SEAL_SECRET: answerSeal.current,
    KEY_HASH_SECRET: keyHash.current,
    AUTH_SEAL_SECRET: authSeal.current,
    WEBHOOK_SEAL_SECRET: webhookSeal.current,
    CONNECT_SEAL_SECRET: connectSeal.current,
    TRANSFER_LINK_SECRET: transferLink.current,
    FILES_DIRECTORY: files,
    AUTH_BASE_URL: urls.auth,
    API_BASE_URL: urls.api,
    MAIL_DIRECTORY: join(mail, 'not-used'),
    MAIL_FROM: 'Plotline <no-reply@localhost>',
    SIGN_UP: 'off',
  };
}
