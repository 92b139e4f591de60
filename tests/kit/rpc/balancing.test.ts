import { createPeer } from '@plotline/kit/rpc/client';
import { createRpcAdapter, createRpcServer, type RpcServer } from '@plotline/kit/rpc/server';
import { createLog } from '@plotline/kit/telemetry/log';
import { type AgentsServiceServer, AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import { expect } from 'chai';
import { allowAll, callerKeysOf } from '../../support/caller-keys.js';
import { freePorts } from '../../support/free-port.js';

const callerKeys = callerKeysOf('team');

/** Server whose answers contain its name. */
async function startServer(name: string, port: number): Promise<RpcServer> {
  const rpc = createRpcAdapter({
    name: 'team',
    callerKeys,
    callers: allowAll(AgentsServiceService),
    log: createLog('test', 'silent'),
  });
  const service: AgentsServiceServer = {
    getAgents: rpc(async () => ({ agents: [] })),
    activateAgent: rpc(async () => ({})),
    findAgents: rpc(async () => ({ found: [] })),
    getTeammates: rpc(async () => ({ agent_ids: [name] })),
  };
  const server = createRpcServer([[AgentsServiceService, service]]);
  await server.listen(port, '127.0.0.1');
  return server;
}

describe('a peer with several addresses', () => {
  it('is called at each address in turn, and skips an address while its process is stopped', async () => {
    const [first = 0, second = 0] = await freePorts(2);
    const servers = [await startServer('first', first), await startServer('second', second)];
    const address = `ipv4:127.0.0.1:${first},127.0.0.1:${second}`;
    const peer = createPeer({ name: 'team', address, callerKeys });
    const ask = async () => {
      const request = { agent_id: 'agent_1' };
      const { agent_ids } = await peer.call(AgentsServiceService.getTeammates, request, {});
      return agent_ids[0];
    };
    try {
      // The second connection may open after the first calls.
      const early = new Set<string | undefined>();
      while (early.size < 2) early.add(await ask());
      const both = await Promise.all(Array.from({ length: 20 }, ask));
      expect(both.filter((name) => name === 'first')).to.have.length(10);
      const [calls] = await Promise.all([Promise.all(Array.from({ length: 20 }, ask)), servers[0]?.close()]);
      expect(calls).to.have.length(20);
      expect(new Set(await Promise.all(Array.from({ length: 10 }, ask)))).to.deep.equal(new Set(['second']));
    } finally {
      peer.close();
      await Promise.all(servers.map((server) => server.close()));
    }
  });
});
