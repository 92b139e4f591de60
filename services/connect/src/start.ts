import { createKeyring } from '@plotline/kit/core/secrets';
import { createRuntime, maxStartMs } from '@plotline/kit/service/runtime';
import { startService } from '@plotline/kit/service/service';
import type { StartedUnit, Transports } from '@plotline/kit/service/transports';
import { readConnectConfig } from './config.js';
import { createContext } from './context.js';
import { createService } from './service.js';

/** Starts the service with the environment. Resolves once it listens. */
export async function startConnect(environment: NodeJS.ProcessEnv, transports: Transports): Promise<StartedUnit> {
  const config = readConnectConfig(environment);
  const runtime = await createRuntime('connect', config, { transports, maxConnectMs: maxStartMs });
  const context = createContext(runtime, {
    sealKeys: createKeyring(config.CONNECT_SEAL_SECRET, config.CONNECT_SEAL_SECRET_PREVIOUS),
    apiUrl: config.API_BASE_URL,
  });
  await context.sealedFields.assertReadable();
  return { components: await startService(runtime, config, createService(context)), log: runtime.log };
}
