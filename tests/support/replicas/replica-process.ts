import { limitConnectionAge } from '@plotline/kit/http/connection-age';
import { closeServer, createApp, createHttpServer, listen } from '@plotline/kit/http/server';
import { stopOnSignal } from '@plotline/kit/process/lifecycle';
import { createLog } from '@plotline/kit/process/log';
import { createRpcAdapter, createRpcServer } from '@plotline/kit/rpc/server';
import { type AgentsServiceServer, AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import { allowAll, callerKeysOf } from '../caller-keys.js';

/** As a service serves and stops, without stores: what is asked of it over HTTP and gRPC it answers with its address. */
const [host = '', httpPort, grpcPort, maxConnectionAgeMs] = process.argv.slice(2);
/** Less than a service, as the name is told first. */
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
