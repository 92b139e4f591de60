import { hash } from 'node:crypto';
import { type CallerKeys, createCallerKeys, parsePrivateKey, toPublicKey } from '@plotline/kit/core/caller-keys';
import type { RpcCallers } from '@plotline/kit/rpc/server';
import { type CallerKeyConfig, toCallerKeyOptions } from '@plotline/kit/service/config';

const programs = [
  'gateway',
  'auth',
  'connect',
  'inventory',
  'pipeline',
  'team',
  'transfer',
  'webhook',
  'operator',
  'things',
];

/** Returns the private key of a program in tests. It is the same in every process of a run. */
export function privateKeyOf(program: string): string {
  return hash('sha256', `the key of ${program} in tests`, 'base64url');
}

/** Returns the settings with which a test program signs its calls and verifies others. */
export function callerKeyVariables(program: string): CallerKeyConfig {
  const names = [...new Set([...programs, program])];
  const keys = names.map((name) => [name, [toPublicKey(parsePrivateKey(privateKeyOf(name)))]]);
  return {
    CALLER_KEY: privateKeyOf(program),
    CALLER_KEY_PREVIOUS: '',
    CALLER_PUBLIC_KEYS: JSON.stringify(Object.fromEntries(keys)),
  };
}

const made = new Map<string, CallerKeys>();

/** Returns the keys of a program in tests. */
export function callerKeysOf(program: string): CallerKeys {
  const keys = made.get(program) ?? createCallerKeys(toCallerKeyOptions(callerKeyVariables(program)));
  made.set(program, keys);
  return keys;
}

/** Caller for testing a single RPC, which any program may call. */
export function allowAll(service: Readonly<Record<string, { readonly path: string }>>): RpcCallers {
  return Object.fromEntries(Object.values(service).map(({ path }) => [path, programs]));
}
