import { readConfig, serviceSpecs } from '@plotline/kit/service/config';
import { type TracingConfig, tracingSpecs } from '@plotline/kit/telemetry/start-tracing';

/** Settings of the process itself. Each unit reads its own settings. */
interface SingleConfig extends TracingConfig {
  readonly LOG_LEVEL: string;
}

/** Reads the environment. Throws an error that lists every invalid variable. */
export function readSingleConfig(environment: NodeJS.ProcessEnv): SingleConfig {
  return readConfig({ LOG_LEVEL: serviceSpecs.LOG_LEVEL, ...tracingSpecs }, environment);
}
