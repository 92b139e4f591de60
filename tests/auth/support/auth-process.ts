import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createRpcAdapter, createRpcServer } from '@plotline/kit/rpc/server';
import { createLog } from '@plotline/kit/telemetry/log';
import { AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import { allowAll, callerKeysOf } from '../../support/caller-keys.js';
import { eventually } from '../../support/eventually.js';
import { freePort, freeServicePorts } from '../../support/free-port.js';
import { createTestConfig } from '../../support/test-runtime.js';
import { type Auth, authSettings } from './auth.js';

/** Replica of the auth service in its own process. Uses the database of another replica. */
export interface AuthProcess {
  readonly url: string;
  /** Kills the process with SIGKILL, and resolves when it has ended. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL('../../../services/auth/dist/main.js', import.meta.url));

/** Replaces the team service, and returns the agents that a test added. */
async function startStubTeam({ agents }: Pick<Auth, 'agents'>) {
  const rpc = createRpcAdapter({
    name: 'team',
    callerKeys: callerKeysOf('team'),
    callers: allowAll(AgentsServiceService),
    log: createLog('test', 'silent'),
  });
  const getAgents = rpc(async ({ ids }: { readonly ids: readonly string[] }, call) => ({
    agents: await agents.client.find(call.caller(), ids),
  }));
  const server = createRpcServer([[AgentsServiceService, { getAgents }]]);
  const port = await freePort();
  await server.listen(port, '127.0.0.1');
  return { address: `127.0.0.1:${port}`, close: () => server.close() };
}

/** Starts a replica beside `auth`, with changes to its environment. Resolves once the replica answers. */
export async function startAuthProcess(
  auth: Auth,
  change: Readonly<Record<string, string>> = {},
): Promise<AuthProcess> {
  const team = await startStubTeam(auth);
  const database = auth.runtime.databases.live.name.replace(/_live$/, '');
  const ports = await freeServicePorts();
  const settings = {
    ...createTestConfig(database, 'auth'),
    ...authSettings,
    ...ports,
    TEAM_GRPC: team.address,
    ...change,
  };
  const environment = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));
  const child = spawn(process.execPath, [program], { env: { ...process.env, ...environment }, stdio: 'ignore' });
  const gone = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  const url = `http://127.0.0.1:${ports.HTTP_PORT}`;
  await eventually(async () => {
    const { status } = await fetch(`${url}/ready`);
    if (status !== 200) throw new Error(`The process answers ${status}.`);
  });
  return {
    url,
    kill,
    stop: async () => {
      await kill();
      await team.close();
    },
  };
}
