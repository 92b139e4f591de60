import { createRuntime, maxStartMs } from '@plotline/kit/service/runtime';
import { startService } from '@plotline/kit/service/service';
import type { StartedUnit, Transports } from '@plotline/kit/service/transports';
import { readAuthConfig } from './config.js';
import { createContext } from './context.js';
import { createSealedFields } from './sealed-fields.js';
import { createService } from './service.js';

/** Starts the service with the given environment. Resolves when it listens. */
export async function startAuth(environment: NodeJS.ProcessEnv, transports: Transports): Promise<StartedUnit> {
  const config = readAuthConfig(environment);
  const runtime = await createRuntime('auth', config, { transports, maxConnectMs: maxStartMs });
  const context = createContext(runtime, config);
  await createSealedFields(context).assertReadable();
  return { components: await startService(runtime, config, createService(context)), log: runtime.log };
}
