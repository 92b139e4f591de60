import { readFileSync } from 'node:fs';
import { cleanEnv, makeValidator, num, port, str, type ValidatorSpec } from 'envalid';
import { type CallerKeyOptions, type PublicKeys, parsePrivateKey } from '../core/caller-keys.js';
import { type TracingConfig, tracingSpecs } from '../telemetry/start-tracing.js';

const minLength = 32;

/** Error for an unsuitable value. Its message doesn't contain the value, which may be a secret. */
export class UnfitValue extends Error {}

function parseSecret(text: string): string {
  if (text.length < minLength) throw new UnfitValue(`needs at least ${minLength} characters`);
  if (!/^[\x21-\x7e]+$/.test(text)) throw new UnfitValue('must be one word of ASCII characters');
  return text;
}

/** `…_SECRET`: secret for one purpose, at least 32 characters. */
export const secret = makeValidator<string>(parseSecret);

const parsePrevious = makeValidator<string>((text) => (text === '' ? '' : parseSecret(text)));

/** `…_SECRET_PREVIOUS`: the second accepted secret for the same purpose. By default, empty, which means none. */
export const previousSecret = (spec: { readonly desc: string }) => parsePrevious({ ...spec, default: '' });

/** Returns the names of secrets that must differ but are equal. */
function findEqualSecrets(values: Readonly<Record<string, unknown>>): string[] {
  const secrets = Object.entries(values).filter(
    ([name, value]) => /_(SECRET|KEY)(_PREVIOUS)?$/.test(name) && value !== '',
  );
  return secrets.flatMap(([name, value], index) =>
    secrets
      .slice(index + 1)
      .filter(([, same]) => same === value)
      .map(([other]) => `${name} and ${other}`),
  );
}

function parseCallerKey(text: string): string {
  try {
    parsePrivateKey(text);
  } catch {
    throw new UnfitValue('must be 32 bytes, as base64url');
  }
  return text;
}

function isKeyList(value: unknown): value is readonly string[] {
  const isKey = (text: unknown) => typeof text === 'string' && Buffer.from(text, 'base64url').length === 32;
  return Array.isArray(value) && value.length > 0 && value.every(isKey);
}

/** Parses the public keys of all programs from JSON. Throws if the text is anything else. */
export function parsePublicKeys(text: string): PublicKeys {
  const parsed: unknown = JSON.parse(text);
  const lists = Object.entries(Object(parsed));
  const keys = lists.flatMap(([program, list]) => (isKeyList(list) ? [[program, list] as const] : []));
  if (lists.length === 0 || keys.length < lists.length)
    throw new UnfitValue('must have a list of keys for each program');
  return Object.fromEntries(keys);
}

function checkPublicKeys(text: string): string {
  parsePublicKeys(text);
  return text;
}

/** Variables for the keys that programs use to recognize each other. */
export const callerKeySpecs = {
  CALLER_KEY: makeValidator(parseCallerKey)({ desc: 'private key with which the program signs its calls' }),
  CALLER_KEY_PREVIOUS: makeValidator((text) => (text === '' ? '' : parseCallerKey(text)))({
    default: '',
    desc: 'another private key of the program that accepts signed calls',
  }),
  CALLER_PUBLIC_KEYS: makeValidator(checkPublicKeys)({
    desc: 'JSON with the public keys of all programs by name, the current one first',
  }),
};

/** Values of `callerKeySpecs`. */
export interface CallerKeyConfig {
  readonly CALLER_KEY: string;
  readonly CALLER_KEY_PREVIOUS: string;
  readonly CALLER_PUBLIC_KEYS: string;
}

/** Converts the configuration to options of `createCallerKeys`. */
export function toCallerKeyOptions(config: CallerKeyConfig): CallerKeyOptions {
  return {
    key: config.CALLER_KEY,
    previousKey: config.CALLER_KEY_PREVIOUS,
    publicKeys: parsePublicKeys(config.CALLER_PUBLIC_KEYS),
  };
}

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
  // Reads only declared names, because variables of other software may also end in _FILE.
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
 * Reads the environment into a typed, frozen config. Throws one error that lists every invalid variable. It doesn't
 * list the values, because they may be secrets.
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

/** Hides the messages of other errors, because they contain the value. */
function describeFault(error: unknown): string {
  if (error instanceof UnfitValue) return error.message;
  return error instanceof Error ? error.name : 'invalid';
}

/** Public address without a path. Different spellings of one address become the same text. */
export const publicOrigin = makeValidator((text) => {
  const { protocol, origin, pathname, search, hash } = new URL(text);
  if (!/^https?:$/.test(protocol) || pathname + search + hash !== '/')
    throw new UnfitValue('must be an http(s) origin');
  return origin;
});

/** Variable that contains a whole number, at least 1. */
export const positiveInteger = makeValidator((input) => {
  const value = Number(input);
  if (!Number.isInteger(value) || value < 1) throw new UnfitValue('must be a whole number from 1');
  return value;
});

/** Variable that contains a URL, or is empty. Keeps the text, because a slash at the end matters to some stores. */
const parseUrl = makeValidator<string>((text) => {
  if (text !== '' && !URL.canParse(text)) throw new UnfitValue('must be a URL, or empty');
  return text;
});

/** Address that not every system has. By default, empty. */
export const optionalUrl = (spec: { readonly desc: string }) => parseUrl({ ...spec, default: '' });

/** Minimum pool size. Transactions leave four connections free. */
const minPoolSize = 6;

const poolSize = makeValidator((input) => {
  const value = Number(input);
  if (!Number.isInteger(value) || value < minPoolSize)
    throw new UnfitValue(`must be a whole number from ${minPoolSize}`);
  return value;
});

/** For load tests and system tests, which send all requests from one address. */
export const limitSpecs = {
  LIMITS_FACTOR: positiveInteger({ default: 1, desc: 'multiplies every rate limit; for load tests' }),
};

/** For services whose records have a quota. Operators of their own system may turn quotas off. */
export const quotaSpecs = {
  QUOTAS: str({
    choices: ['by_plan', 'unlimited'],
    default: 'by_plan',
    desc: "quotas of records, files, imports and exports: those of the workspace's plan, or none",
  }),
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
