import { createAgentDirectory, visibilityOf } from '@plotline/inventory/peers/agent-directory';
import type { Peer } from '@plotline/kit/rpc/client';
import { GetAgentsRequest, GetAgentsResponse } from '@plotline/protos/plotline/team/v1/agents';
import { expect } from 'chai';
import { testCaller } from '../../support/test-runtime.js';
import { createStubDirectory, person } from '../support/inventory.js';
import { sampleUnit } from '../units/model/sample-unit.js';

describe('createAgentDirectory', () => {
  it('makes no call if there are no ids, and splits many ids into calls within the limit of GetAgents', async () => {
    const batches: number[] = [];
    const team: Peer = {
      call: async (method, request) => {
        const bytes = method.requestSerialize(request);
        const { ids } = GetAgentsRequest.decode(bytes);
        batches.push(ids.length);
        const agents = ids.map((id) => ({
          id,
          name: id,
          email: '',
          role: 'agent',
          status: 'active',
          team_id: '',
          active_since: 0,
          deactivated_at: 0,
        }));
        return method.responseDeserialize(Buffer.from(GetAgentsResponse.encode({ agents }).finish()));
      },
      close: () => undefined,
    };
    const directory = createAgentDirectory(team);
    expect(await directory.getAgents(testCaller(), [])).to.deep.equal([]);
    expect(batches).to.deep.equal([]);
    const ids = Array.from({ length: 2_300 }, (_, index) => `agent_${index}`);
    expect((await directory.getAgents(testCaller(), ids)).map(({ id }) => id)).to.deep.equal(ids);
    expect(batches).to.deep.equal([1_000, 1_000, 300]);
  });
});

describe('visibilityOf', () => {
  const teamUnit = sampleUnit({ visibility: 'team', assigned_agent: 'agent_amira' });

  it('calls the team service only for an agent and for units with team visibility', async () => {
    const directory = createStubDirectory();
    for (const as of [
      {},
      person('owner', 'agent_amira'),
      person('admin'),
      person('viewer', 'agent_amira'),
      person('agent'),
    ]) {
      await visibilityOf(directory, testCaller('ws_test', 'live', as));
      await visibilityOf(directory, testCaller('ws_test', 'live', as), [teamUnit]);
    }
    await visibilityOf(directory, testCaller('ws_test', 'live', person('agent', 'agent_amira')), [sampleUnit()]);
    expect(directory.calls()).to.equal(0);
    const visibility = await visibilityOf(directory, testCaller('ws_test', 'live', person('agent', 'agent_amira')), [
      teamUnit,
    ]);
    expect(visibility).to.deep.equal({ teammates: ['agent_amira', 'agent_bruno'] });
    expect(directory.calls()).to.equal(1);
  });
});
