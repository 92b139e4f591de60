import { readFileSync } from 'node:fs';
import { cleanEnv, port, str, type ValidatorSpec } from 'envalid';

type Specs = Readonly<Record<string, ValidatorSpec<unknown>>>;

/** Replaces `NAME_FILE=/path` by `NAME=<content>`, so that secrets can come from files (Docker and Kubernetes secrets). */
function withFiles(specs: Specs, environment: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const values: Record<string, string | undefined> = { ...environment };
  // Only names that are ours: other programs' variables end in _FILE too.
  for (const name of Object.keys(specs)) {
    const path = environment[`${name}_FILE`];
    if (path) values[name] = readFileSync(path, 'utf8').trim();
  }
  return values;
}

/**
 * Reads the environment once into a typed, frozen config. Throws one Error that names every fault, so that a bad start
 * is refused before the first port opens; values are not repeated in it, as they may be secrets.
 */
export function readConfig<S extends Specs>(specs: S, environment: NodeJS.ProcessEnv = process.env) {
  return cleanEnv(withFiles(specs, environment), specs, {
    reporter: ({ errors }) => {
      const faults = Object.entries(errors).map(
        ([name, error]) => `${name} (${error instanceof Error ? error.name : 'invalid'})`,
      );
      if (faults.length > 0) throw new Error(`The environment is not complete or not valid: ${faults.join(', ')}.`);
    },
  });
}

/** What every service reads. Addresses of peers and secrets of its own come on top, in the service's `config.ts`. */
export const serviceSpecs = {
  LOG_LEVEL: str({ choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], default: 'info' }),
  LISTEN_HOST: str({ default: '0.0.0.0', desc: 'address of the interface to listen on' }),
  HTTP_PORT: port(),
  GRPC_PORT: port(),
  MONGO_URL: str({ desc: 'of a replica set or a sharded cluster: changes are committed in transactions' }),
  MONGO_DATABASE: str({ desc: 'name without the suffix _live or _sandbox' }),
  AMQP_URL: str(),
  INTERNAL_SECRET: str({ desc: 'signs the caller between gateway and services' }),
};

/** The values of `serviceSpecs`. */
export interface ServiceConfig {
  readonly LOG_LEVEL: string;
  readonly LISTEN_HOST: string;
  readonly HTTP_PORT: number;
  readonly GRPC_PORT: number;
  readonly MONGO_URL: string;
  readonly MONGO_DATABASE: string;
  readonly AMQP_URL: string;
  readonly INTERNAL_SECRET: string;
}
