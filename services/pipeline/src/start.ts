import { openArchive } from '@plotline/kit/service/journal-archive';
import { createRuntime, maxStartMs } from '@plotline/kit/service/runtime';
import { startService } from '@plotline/kit/service/service';
import type { StartedUnit, Transports } from '@plotline/kit/service/transports';
import { readPipelineConfig } from './config.js';
import { createContext } from './context.js';
import { createService } from './service.js';

/** Starts the service with the environment. Resolves once it listens. */
export async function startPipeline(environment: NodeJS.ProcessEnv, transports: Transports): Promise<StartedUnit> {
  const config = readPipelineConfig(environment);
  const runtime = await createRuntime('pipeline', config, {
    transports,
    archive: await openArchive(config),
    maxConnectMs: maxStartMs,
  });
  const service = createService(createContext(runtime, config));
  return { components: await startService(runtime, config, service), log: runtime.log };
}
