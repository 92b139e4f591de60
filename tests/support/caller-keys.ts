import { hash } from 'node:crypto';
import { rpcCallers as authCallers } from '@plotline/auth/rpc/rpc-callers';
import { rpcCallers as inventoryCallers } from '@plotline/inventory/rpc/rpc-callers';
import { type CallerKeys, createCallerKeys, parsePrivateKey, toPublicKey } from '@plotline/kit/caller-keys';
import { type CallerKeyConfig, toCallerKeyOptions } from '@plotline/kit/process/caller-key-specs';
import type { RpcCallers } from '@plotline/kit/rpc/incoming-call';
import { rpcCallers as pipelineCallers } from '@plotline/pipeline/rpc/rpc-callers';
import { rpcCallers as teamCallers } from '@plotline/team/rpc/rpc-callers';

const programs = ['gateway', 'auth', 'inventory', 'pipeline', 'team', 'transfer', 'webhook', 'operator', 'things'];

/** Which programs may call each RPC, by service; those that no service but one has are known by their names. */
export const rpcCallers: Readonly<Record<string, RpcCallers>> = {
  auth: authCallers,
  inventory: inventoryCallers,
  pipeline: pipelineCallers,
  team: teamCallers,
};

/** The private key of a program in tests: the same in each process of a run. */
export function privateKeyOf(program: string): string {
  return hash('sha256', `the key of ${program} in tests`, 'base64url');
}

/** What a program of tests is configured with to sign its calls and verify those of others. */
export function callerKeyVariables(program: string): CallerKeyConfig {
  const names = [...new Set([...programs, program])];
  const keys = names.map((name) => [name, [toPublicKey(parsePrivateKey(privateKeyOf(name)))]]);
  return {
    CALLER_KEY: privateKeyOf(program),
    CALLER_KEY_PREVIOUS: '',
    CALLER_PUBLIC_KEYS: JSON.stringify(Object.fromEntries(keys)),
    CALLER_SECRET: '',
    CALLER_SECRET_PREVIOUS: '',
  };
}

const made = new Map<string, CallerKeys>();

/** The keys of a program in tests. */
export function callerKeysOf(program: string): CallerKeys {
  const keys = made.get(program) ?? createCallerKeys(toCallerKeyOptions(callerKeyVariables(program)));
  made.set(program, keys);
  return keys;
}

/** Of an RPC that is tested by itself: any program may call it. */
export function allowAll(service: Readonly<Record<string, { readonly path: string }>>): RpcCallers {
  return Object.fromEntries(Object.values(service).map(({ path }) => [path, programs]));
}
