import { createSystemCaller } from '@plotline/kit/core/caller';
import { createPeer, type Peer } from '@plotline/kit/rpc/client';
import { createRpcAdapter, createRpcServer, type RpcServer } from '@plotline/kit/rpc/server';
import { type AgentsServiceServer, AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import { expect } from 'chai';
import { pino } from 'pino';
import { allowAll, callerKeysOf } from '../../support/caller-keys.js';
import { freePort } from '../../support/free-port.js';

const callerKeys = callerKeysOf('team');

describe('log lines of an RPC', () => {
  let lines: Record<string, unknown>[];
  let server: RpcServer;
  let peer: Peer;

  beforeEach(async () => {
    lines = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const rpc = createRpcAdapter({ name: 'team', callerKeys, callers: allowAll(AgentsServiceService), log });
    const service: AgentsServiceServer = {
      getAgents: rpc(async (_request, call) => {
        call.log.info('asked');
        throw new Error('unforeseen');
      }),
      activateAgent: rpc(async () => ({})),
      findAgents: rpc(async () => ({ found: [] })),
      getTeammates: rpc(async () => ({ agent_ids: [] })),
    };
    server = createRpcServer([[AgentsServiceService, service]]);
    const port = await freePort();
    await server.listen(port, '127.0.0.1');
    peer = createPeer({ name: 'team', address: `127.0.0.1:${port}`, callerKeys, timeoutMs: 5_000 });
  });
  afterEach(async () => {
    peer.close();
    await server.close();
  });

  const ask = (context: Parameters<Peer['call']>[2]) =>
    peer.call(AgentsServiceService.getAgents, { ids: [] }, context).catch(() => undefined);

  it("have the ids of the caller's request and trace, whether or not the handler reads the caller", async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const options = { traceparent: `00-${traceId}-00f067aa0ba902b7-00` };
    const tenant = { workspaceId: 'ws_1', mode: 'sandbox' } as const;
    await ask({ caller: createSystemCaller(tenant, 'test', 'request-1', options) });
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['asked', 'unforeseen error']);
    const ids = { request_id: 'request-1', trace_id: traceId, workspace_id: 'ws_1', mode: 'sandbox', actor_id: 'test' };
    for (const line of lines) expect(line).to.include(ids);
  });

  it('have no request id or trace id without a caller', async () => {
    await ask({});
    expect(lines).to.have.length(2);
    for (const line of lines) expect(line).to.not.have.any.keys('request_id', 'trace_id');
  });
});
