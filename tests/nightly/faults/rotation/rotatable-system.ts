import { startTcpBalancer } from '../../../support/tcp-balancer.js';
import { type ReplicatedSystem, startReplicatedSystem } from '../campaign/system/replicated-system.js';
import { SecretFiles } from './secret-files.js';

/** System with two processes of each program. Its secrets are in files that can be replaced. */
export interface RotatableSystem {
  readonly secrets: SecretFiles;
  /** Address that leads to both gateways. */
  readonly base: string;
  /** Returns the addresses of the system with the operator's current key. */
  replicated(): Promise<ReplicatedSystem>;
  stop(): Promise<void>;
}

export async function startRotatableSystem(): Promise<RotatableSystem> {
  const secrets = await SecretFiles.create();
  const common = secrets.toVariables(['answer_seal_secret']);
  const toCommon = (program: 'auth' | 'connect' | 'inventory' | 'pipeline' | 'team' | 'transfer' | 'webhook') => ({
    ...common,
    ...secrets.toCallerVariables(program),
  });
  const replicated = await startReplicatedSystem(() => undefined, undefined, {
    programEnvironment: {
      auth: { ...toCommon('auth'), ...secrets.toVariables(['key_hash_secret', 'auth_seal_secret']) },
      inventory: toCommon('inventory'),
      pipeline: toCommon('pipeline'),
      team: toCommon('team'),
      webhook: { ...toCommon('webhook'), ...secrets.toVariables(['webhook_seal_secret']) },
      transfer: { ...toCommon('transfer'), ...secrets.toVariables(['transfer_link_secret']) },
      connect: { ...toCommon('connect'), ...secrets.toVariables(['connect_seal_secret']) },
      gateway: secrets.toCallerVariables('gateway'),
    },
  });
  const balancer = await startTcpBalancer(replicated.gateways.map(({ live }) => Number(new URL(live).port)));
  return {
    secrets,
    base: `http://127.0.0.1:${balancer.port}`,
    replicated: async () => {
      const operator = {
        CALLER_KEY: await secrets.read('caller_key_operator'),
        CALLER_PUBLIC_KEYS: await secrets.read('caller_public_keys'),
      };
      return { ...replicated, system: { ...replicated.system, operator } };
    },
    stop: async () => {
      await balancer.stop();
      await replicated.stop();
      await secrets.remove();
    },
  };
}
