import { readFileSync } from 'node:fs';
import { cleanEnv, port, str, type ValidatorSpec } from 'envalid';

type Specs = Readonly<Record<string, ValidatorSpec<unknown>>>;

interface FileValues {
  readonly values: Record<string, string | undefined>;
  /** Files that cannot be read, such as `INTERNAL_SECRET_FILE (/run/secrets/x: ENOENT)`. */
  readonly faults: readonly string[];
}

/** Replaces `NAME_FILE=/path` by `NAME=<content>`, so that secrets can come from files (Docker and Kubernetes secrets). */
function readFiles(specs: Specs, environment: NodeJS.ProcessEnv): FileValues {
  const values: Record<string, string | undefined> = { ...environment };
  const faults: string[] = [];
  // Only the declared names: variables of other programs end in _FILE too.
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
 * Reads the environment into a typed, frozen config. Throws one Error that names every faulty variable; it does not contain
 * the values, which may be secrets.
 */
export function readConfig<S extends Specs>(specs: S, environment: NodeJS.ProcessEnv = process.env) {
  const { values, faults: unreadable } = readFiles(specs, environment);
  return cleanEnv(values, specs, {
    reporter: ({ errors }) => {
      const invalid = Object.entries(errors).map(
        ([name, error]) => `${name} (${error instanceof Error ? error.name : 'invalid'})`,
      );
      const faults = [...unreadable, ...invalid];
      if (faults.length > 0) throw new Error(`The environment is not complete or not valid: ${faults.join(', ')}.`);
    },
  });
}

/** The variables of every service. A service's `config.ts` adds addresses of peers and its own secrets. */
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
