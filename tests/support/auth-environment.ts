import { join } from 'node:path';
import { loadSecrets } from '@plotline/local/supervise/secrets';
import { getDataLayout } from '@plotline/local/supervise/system-options';
import { system } from './system.js';

/** What the auth service is configured with, on the stores of the running system. */
export async function createAuthEnvironment(): Promise<NodeJS.ProcessEnv> {
  const { mongoUrl, amqpUrl, urls, services, dataDirectory } = system();
  const { secrets, mail } = getDataLayout(dataDirectory);
  const { caller, answerSeal, keyHash, authSeal } = await loadSecrets(secrets);
  return {
    PATH: process.env['PATH'],
    LOG_LEVEL: 'silent',
    HTTP_PORT: '1',
    GRPC_PORT: '1',
    MONGO_URL: mongoUrl,
    MONGO_DATABASE: 'plotline_auth',
    AMQP_URL: amqpUrl,
    TEAM_GRPC: services.team.grpcAddress,
    CALLER_SECRET: caller.current,
    ANSWER_SEAL_SECRET: answerSeal.current,
    KEY_HASH_SECRET: keyHash.current,
    AUTH_SEAL_SECRET: authSeal.current,
    AUTH_BASE_URL: urls.auth,
    API_BASE_URL: urls.api,
    MAIL_DIRECTORY: join(mail, 'not-used'),
    MAIL_FROM: 'Plotline <no-reply@localhost>',
    SIGN_UP: 'off',
  };
}
