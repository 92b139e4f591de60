import { limitConnectionAge } from '@plotline/kit/http/connection-age';
import { closeServer, createApp, createHttpServer, listen } from '@plotline/kit/http/server';
import { stopOnSignal } from '@plotline/kit/process/lifecycle';
import { createLog } from '@plotline/kit/process/log';
import { createRpcAdapter, createRpcServer } from '@plotline/kit/rpc/server';
import { type AgentsServiceServer, AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import { allowAll, callerKeysOf } from '../caller-keys.js';

/** Serves and stops like a service, without stores. Answers HTTP and gRPC requests with its address. */
const [host = '', httpPort, grpcPort, maxConnectionAgeMs] = process.argv.slice(2);
/** Shorter than a service's, because the name changes first. */
const drainMs = 500;
const log = createLog('replica', 'silent');

const server = createHttpServer(createApp().use((_request, response) => void response.json({ id: host })));
limitConnectionAge(server, Number(maxConnectionAgeMs));
const rpc = createRpcAdapter({
  name: 'team',
  callerKeys: callerKeysOf('team'),
  callers: allowAll(AgentsServiceService),
  log,
});
const service: AgentsServiceServer = {
  getAgents: rpc(async () => ({ agents: [] })),
  activateAgent: rpc(async () => ({})),
  getTeammates: rpc(async () => ({ agent_ids: [host] })),
};
const rpcServer = createRpcServer([[AgentsServiceService, service]], Number(maxConnectionAgeMs));
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
