import { readFileSync } from 'node:fs';
import { cleanEnv, port, str, type ValidatorSpec } from 'envalid';

type Specs = Readonly<Record<string, ValidatorSpec<unknown>>>;

interface FromFiles {
  readonly values: Record<string, string | undefined>;
  /** Files that cannot be read, such as `INTERNAL_SECRET_FILE (/run/secrets/x: ENOENT)`. */
  readonly faults: readonly string[];
}

/** Replaces `NAME_FILE=/path` by `NAME=<content>`, so that secrets can come from files (Docker and Kubernetes secrets). */
function withFiles(specs: Specs, environment: NodeJS.ProcessEnv): FromFiles {
  const values: Record<string, string | undefined> = { ...environment };
  const faults: string[] = [];
  // Only names that are ours: other programs' variables end in _FILE too.
  for (const name of Object.keys(specs)) {
    const path = environment[`${name}_FILE`];
    if (!path) continue;
    try {
      values[name] = readFileSync(path, 'utf8').trim();
    } catch (error) {
      const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
      faults.push(`${name}_FILE (${path}: ${String(code)})`);
    }
  }
  return { values, faults };
}

/**
 * Reads the environment once into a typed, frozen config. Throws one Error that names every fault, so that a bad start
 * is refused before the first port opens; values are not repeated in it, as they may be secrets.
 */
export function readConfig<S extends Specs>(specs: S, environment: NodeJS.ProcessEnv = process.env) {
  const { values, faults: unread } = withFiles(specs, environment);
  return cleanEnv(values, specs, {
    reporter: ({ errors }) => {
      const unfit = Object.entries(errors).map(
        ([name, error]) => `${name} (${error instanceof Error ? error.name : 'invalid'})`,
      );
      const faults = [...unread, ...unfit];
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
