import { readFileSync } from 'node:fs';
import { cleanEnv, makeValidator, num, port, str, type ValidatorSpec } from 'envalid';
import { type TracingConfig, tracingSpecs } from '../telemetry/start-tracing.js';
import { type CallerKeyConfig, callerKeySpecs } from './caller-key-specs.js';
import { findEqualSecrets, previousSecret, secret, UnfitSecret } from './secret-specs.js';

type Specs = Readonly<Record<string, ValidatorSpec<unknown>>>;

interface FileValues {
  readonly values: Record<string, string | undefined>;
  /** Unreadable files, such as `CALLER_KEY_FILE (/run/secrets/x: ENOENT)`. */
  readonly faults: readonly string[];
}

/**
 * Replaces `NAME_FILE=/path` with `NAME=<content>`, so that secrets can come from files (Docker and Kubernetes
 * secrets).
 */
function readFiles(specs: Specs, environment: NodeJS.ProcessEnv): FileValues {
  const values: Record<string, string | undefined> = { ...environment };
  const faults: string[] = [];
  // Only declared names, because variables of other programs end in _FILE too.
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
 * Reads the environment into a typed, frozen config. Throws one error that names every faulty variable, but not the
 * values, which may be secrets.
 */
export function readConfig<S extends Specs>(specs: S, environment: NodeJS.ProcessEnv = process.env) {
  const { values, faults: unreadable } = readFiles(specs, environment);
  const config = cleanEnv(values, specs, {
    reporter: ({ errors }) => {
      const invalid = Object.entries(errors).map(([name, error]) => `${name} (${describeFault(error)})`);
      const faults = [...unreadable, ...invalid];
      if (faults.length > 0) throw new Error(`The environment is incomplete or invalid: ${faults.join(', ')}.`);
    },
  });
  const equal = findEqualSecrets(config);
  if (equal.length > 0) throw new Error(`Secrets must differ: ${equal.join(', ')}.`);
  return config;
}

/** Messages of other errors contain the value. */
function describeFault(error: unknown): string {
  if (error instanceof UnfitSecret) return error.message;
  return error instanceof Error ? error.name : 'invalid';
}

/** A public address without a path. Equal addresses become equal texts. */
export const publicOrigin = makeValidator((text) => {
  const { protocol, origin, pathname, search, hash } = new URL(text);
  if (!/^https?:$/.test(protocol) || pathname + search + hash !== '/') throw new Error('must be an http(s) origin');
  return origin;
});

/** A variable with a whole number from 1. */
export const positiveInteger = makeValidator((input) => {
  const value = Number(input);
  if (!Number.isInteger(value) || value < 1) throw new Error('must be a whole number from 1');
  return value;
});

/** Four connections aren't available to transactions. */
const minPoolSize = 6;

const poolSize = makeValidator((input) => {
  const value = Number(input);
  if (!Number.isInteger(value) || value < minPoolSize) throw new Error(`must be a whole number from ${minPoolSize}`);
  return value;
});

/** For load tests and tests of the whole system, which send everything from one address. */
export const limitSpecs = {
  LIMITS_FACTOR: positiveInteger({ default: 1, desc: 'multiplies every rate limit; for load tests' }),
};

/** Public addresses of the system, for tokens, cookies and links. */
export const publicAddressSpecs = {
  AUTH_BASE_URL: publicOrigin({ desc: 'public address of the authorization server and the dashboard' }),
  API_BASE_URL: publicOrigin({ desc: 'public address of the live API' }),
};

/** Variables of every service. A service's `config.ts` adds the addresses of peers and its own secrets. */
export const serviceSpecs = {
  LOG_LEVEL: str({ choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], default: 'info' }),
  LISTEN_HOST: str({ default: '0.0.0.0', desc: 'address of the interface to listen on' }),
  HTTP_PORT: port(),
  GRPC_PORT: port(),
  DRAIN_MS: num({
    default: 2_500,
    desc: 'how long a stopping process accepts connections and leaves idle ones open; longer than the gateway keeps them',
  }),
  MONGO_URL: str({ desc: 'address of a replica set or a sharded cluster, because changes need transactions' }),
  MONGO_DATABASE: str({ desc: 'name without the suffix _live or _sandbox' }),
  MONGO_POOL_SIZE: poolSize({ default: 12, desc: 'connections of each process to MongoDB' }),
  AMQP_URL: str(),
  ...callerKeySpecs,
  ANSWER_SEAL_SECRET: secret({ desc: 'seals the answers kept with Idempotency-Keys' }),
  ANSWER_SEAL_SECRET_PREVIOUS: previousSecret({ desc: 'also opens those answers' }),
  ...tracingSpecs,
};

/** Values of `serviceSpecs`. */
export interface ServiceConfig extends TracingConfig, CallerKeyConfig {
  readonly LOG_LEVEL: string;
  readonly LISTEN_HOST: string;
  readonly HTTP_PORT: number;
  readonly GRPC_PORT: number;
  readonly DRAIN_MS: number;
  readonly MONGO_URL: string;
  readonly MONGO_DATABASE: string;
  readonly MONGO_POOL_SIZE: number;
  readonly AMQP_URL: string;
  readonly ANSWER_SEAL_SECRET: string;
  readonly ANSWER_SEAL_SECRET_PREVIOUS: string;
}
