import { createSystemCaller } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import { createPeer } from '@plotline/kit/rpc/client';
import { createRpcAdapter } from '@plotline/kit/rpc/server';
import { createLog } from '@plotline/kit/telemetry/log';
import { type AgentsServiceServer, AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import { expect } from 'chai';
import { callerKeysOf } from '../../support/caller-keys.js';
import { rpcPlaces } from './rpc-transports.js';

const { activateAgent, getAgents } = AgentsServiceService;

for (const [way, choosePlace] of Object.entries(rpcPlaces)) {
  describe(`an RPC that is called ${way}`, () => {
    it('runs its handler only for calls from allowed programs', async () => {
      const place = await choosePlace();
      let asked = 0;
      const rpc = createRpcAdapter({
        name: 'team',
        callerKeys: callerKeysOf('team'),
        callers: { [activateAgent.path]: ['auth'] },
        log: createLog('test', 'silent'),
      });
      const count = async () => {
        asked += 1;
      };
      const service: AgentsServiceServer = {
        activateAgent: rpc(async () => {
          await count();
          return {};
        }),
        getAgents: rpc(async () => {
          await count();
          return { agents: [] };
        }),
        findAgents: rpc(async () => ({ found: [] })),
        getTeammates: rpc(async () => ({ agent_ids: [] })),
      };
      const stop = await place.serve([[AgentsServiceService, service]]);
      const call = async (program: string, isListed: boolean): Promise<string> => {
        const peer = createPeer({ name: 'team', ...place, callerKeys: callerKeysOf(program), timeoutMs: 60_000 });
        const caller = createSystemCaller({ workspaceId: 'ws_1', mode: 'live' }, 'test', 'request-1');
        const answer = isListed
          ? peer.call(activateAgent, { agent_id: 'a' }, { caller })
          : peer.call(getAgents, { ids: [] }, { caller });
        const code = await answer.then(
          () => 'OK',
          (error: unknown) => (error instanceof Problem ? error.code : 'failed'),
        );
        peer.close();
        return code;
      };
      expect(await call('webhook', true)).to.equal('FORBIDDEN');
      expect(await call('auth', false)).to.equal('FORBIDDEN');
      expect(asked).to.equal(0);
      expect(await call('auth', true)).to.equal('OK');
      expect(asked).to.equal(1);
      await stop();
    });
  });
}
