import { closeServer, createApp, createHttpServer, limitConnectionAge, listen } from '@plotline/kit/http/server';
import { createRpcAdapter, createRpcServer } from '@plotline/kit/rpc/server';
import { stopOnSignal } from '@plotline/kit/service/lifecycle';
import { createLog } from '@plotline/kit/telemetry/log';
import {
  type VerificationServiceServer,
  VerificationServiceService,
} from '@plotline/protos/plotline/auth/v1/verification';
import { type AgentsServiceServer, AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import { allowAll, callerKeysOf } from '../caller-keys.js';

/**
 * Serves and stops as a service does, but without stores. Answers every request over HTTP and gRPC with its address. In
 * the role of auth, accepts every key and returns its own address as the key's name.
 */
const [host = '', httpPort, grpcPort, maxConnectionAgeMs, givenDrainMs] = process.argv.slice(2);
/** Shorter by default than in a service, because the name changes first. */
const drainMs = Number(givenDrainMs ?? 500);
const log = createLog('replica', 'silent');

const server = createHttpServer(createApp().use((_request, response) => void response.json({ id: host })));
limitConnectionAge(server, Number(maxConnectionAgeMs));
const adapt = (name: string, methods: Readonly<Record<string, { readonly path: string }>>) =>
  createRpcAdapter({ name, callerKeys: callerKeysOf(name), callers: allowAll(methods), log });
const ofTeam = adapt('team', AgentsServiceService);
const agents: AgentsServiceServer = {
  getAgents: ofTeam(async () => ({ agents: [] })),
  activateAgent: ofTeam(async () => ({})),
  findAgents: ofTeam(async () => ({ found: [] })),
  getTeammates: ofTeam(async () => ({ agent_ids: [host] })),
};
const ofAuth = adapt('auth', VerificationServiceService);
const key = {
  key_id: 'key_1',
  key_name: host,
  workspace_id: 'ws_1',
  plan: 'professional',
  scopes: ['admin'],
  expires_at: 0,
  currency: 'EUR',
  country: '',
  time_zone: '',
  settings: {},
};
const verification: VerificationServiceServer = {
  verifyKey: ofAuth(async () => key),
  verifyKeys: ofAuth(async ({ keys }) => ({ verifications: keys.map(() => ({ key, verify_alone: false })) })),
  verifySession: ofAuth(async () => ({ identity: undefined })),
  verifyGrant: ofAuth(async () => ({ identity: undefined })),
};
const rpcServer = createRpcServer(
  [
    [AgentsServiceService, agents],
    [VerificationServiceService, verification],
  ],
  Number(maxConnectionAgeMs),
);
await rpcServer.listen(Number(grpcPort), host);
await listen(server, Number(httpPort), host);

stopOnSignal(
  [
    { name: 'http', stop: () => closeServer(server, drainMs), timeoutMs: drainMs + 10_000 },
    { name: 'grpc', stop: () => rpcServer.close(), timeoutMs: 10_000 },
  ],
  log,
);
process.on('message', () => server.getConnections((_error, count) => process.send?.(count)));
process.once('disconnect', () => process.exit(1));
process.send?.('ready');
