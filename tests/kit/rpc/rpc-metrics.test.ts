import { createSystemCaller } from '@plotline/kit/core/caller';
import { conflict } from '@plotline/kit/core/errors';
import { createPeer } from '@plotline/kit/rpc/client';
import { createRpcAdapter, createRpcServer } from '@plotline/kit/rpc/server';
import { createLog } from '@plotline/kit/telemetry/log';
import { createMetrics } from '@plotline/kit/telemetry/metrics';
import { type AgentsServiceServer, AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import { expect } from 'chai';
import { allowAll, callerKeysOf } from '../../support/caller-keys.js';
import { freePort } from '../../support/free-port.js';
import { readMetric } from '../../support/read-metric.js';
import { useFixture } from '../../support/use-fixture.js';

const callerKeys = callerKeysOf('team');
/** Measures only from now on, because tests in other files may have run before. */
const newCaller = () => createSystemCaller({ workspaceId: 'ws_1', mode: 'live' }, 'test', 'request-1');

/** Server that knows one agent, and a peer that has two channels to it. */
async function startCalls() {
  const [ofServer, ofClient] = [createMetrics('team'), createMetrics('pipeline')];
  const rpc = createRpcAdapter({
    name: 'team',
    callerKeys,
    callers: allowAll(AgentsServiceService),
    log: createLog('test', 'silent'),
    metrics: ofServer,
  });
  const service: AgentsServiceServer = {
    getAgents: rpc(async () => ({ agents: [] })),
    activateAgent: rpc(async () => {
      throw conflict('There is another one.');
    }),
    findAgents: rpc(async () => ({ found: [] })),
    getTeammates: rpc(async () => ({ agent_ids: [] })),
  };
  const server = createRpcServer([[AgentsServiceService, service]]);
  const port = await freePort();
  await server.listen(port, '127.0.0.1');
  const connect = (address: string) => createPeer({ name: 'team', address, callerKeys, metrics: ofClient });
  const peers = { here: connect(`127.0.0.1:${port}`), away: connect('127.0.0.1:1') };
  return {
    ofServer,
    ofClient,
    peers,
    stop: async () => {
      for (const peer of Object.values(peers)) peer.close();
      await server.close();
    },
  };
}

describe('calls between services', () => {
  const calls = useFixture(startCalls);
  const getAgents = { method: 'plotline.team.v1.AgentsService/GetAgents', code: 'OK' };
  const activateAgent = { method: 'plotline.team.v1.AgentsService/ActivateAgent', code: 'CONFLICT' };

  it('are measured on both sides by method and outcome', async () => {
    const { ofServer, ofClient, peers } = calls();
    for (let count = 0; count < 3; count += 1)
      await peers.here.call(AgentsServiceService.getAgents, { ids: [] }, { caller: newCaller() });
    await peers.here
      .call(AgentsServiceService.activateAgent, { agent_id: 'a' }, { caller: newCaller() })
      .catch(() => undefined);
    for (const [{ registry }, side] of [
      [ofServer, 'server'],
      [ofClient, 'client'],
    ] as const) {
      const read = (suffix: string, labels: Readonly<Record<string, string>>) =>
        readMetric(registry, `plotline_rpc_${side}_duration_seconds_${suffix}`, labels);
      expect([await read('count', getAgents), await read('count', activateAgent)], side).to.deep.equal([3, 1]);
      expect(await read('sum', getAgents), side).to.be.within(0.000_001, 30);
    }
  });

  it('are measured by the caller as SERVICE_UNAVAILABLE when they do not reach the peer', async () => {
    const { ofClient, peers } = calls();
    await peers.away.call(AgentsServiceService.getAgents, { ids: [] }, { caller: newCaller() }).catch(() => undefined);
    const labels = { ...getAgents, code: 'SERVICE_UNAVAILABLE' };
    expect(await readMetric(ofClient.registry, 'plotline_rpc_client_duration_seconds_count', labels)).to.equal(1);
  });
});
