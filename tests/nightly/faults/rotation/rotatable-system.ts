import { startTcpBalancer } from '../../../support/tcp-balancer.js';
import { type ReplicatedSystem, startReplicatedSystem } from '../campaign/system/replicated-system.js';
import { SecretFiles } from './secret-files.js';

/** A system with two processes of each program, whose secrets are in files and can be replaced. */
export interface RotatableSystem {
  readonly secrets: SecretFiles;
  /** One address of both gateways. */
  readonly base: string;
  /** The system, with the secret that callers are signed with now. */
  replicated(): Promise<ReplicatedSystem>;
  stop(): Promise<void>;
}

export async function startRotatableSystem(): Promise<RotatableSystem> {
  const secrets = await SecretFiles.create();
  const common = secrets.toVariables(['caller_secret', 'answer_seal_secret']);
  const replicated = await startReplicatedSystem(() => undefined, undefined, {
    programEnvironment: {
      auth: { ...common, ...secrets.toVariables(['key_hash_secret', 'auth_seal_secret']) },
      inventory: common,
      pipeline: common,
      team: common,
      webhook: { ...common, ...secrets.toVariables(['webhook_seal_secret']) },
      transfer: { ...common, ...secrets.toVariables(['transfer_link_secret']) },
      gateway: secrets.toVariables(['caller_secret']),
    },
  });
  const balancer = await startTcpBalancer(replicated.gateways.map(({ live }) => Number(new URL(live).port)));
  return {
    secrets,
    base: `http://127.0.0.1:${balancer.port}`,
    replicated: async () => {
      const callerSecret = await secrets.read('caller_secret');
      return { ...replicated, system: { ...replicated.system, callerSecret } };
    },
    stop: async () => {
      await balancer.stop();
      await replicated.stop();
      await secrets.remove();
    },
  };
}
