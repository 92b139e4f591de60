import { createAgentDirectory } from '@plotline/inventory/peers/agent-directory';
import { sightOf } from '@plotline/inventory/peers/sight-of';
import type { Peer } from '@plotline/kit/rpc/client';
import { GetAgentsRequest, GetAgentsResponse } from '@plotline/protos/plotline/team/v1/agents';
import { expect } from 'chai';
import { sampleUnit } from '../domain/sample-unit.js';
import { keyCaller } from '../support/inventory.js';
import { agentDirectory } from '../support/known-agents.js';
import { person } from '../support/portfolio.js';

describe('the agent directory', () => {
  it('asks nothing without ids, and for many in parts that one call may have', async () => {
    const asked: number[] = [];
    const team: Peer = {
      call: async (method, request) => {
        const bytes = method.requestSerialize(request);
        const { ids } = GetAgentsRequest.decode(bytes);
        asked.push(ids.length);
        const agents = ids.map((id) => ({ id, name: id, email: '', role: 'agent', status: 'active', team_id: '' }));
        return method.responseDeserialize(Buffer.from(GetAgentsResponse.encode({ agents }).finish()));
      },
      close: () => undefined,
    };
    const directory = createAgentDirectory(team);
    expect(await directory.find(keyCaller(), [])).to.deep.equal([]);
    expect(asked).to.deep.equal([]);
    const ids = Array.from({ length: 2_300 }, (_, index) => `agent_${index}`);
    expect((await directory.find(keyCaller(), ids)).map(({ id }) => id)).to.deep.equal(ids);
    expect(asked).to.deep.equal([1_000, 1_000, 300]);
  });
});

describe('the sight of a caller', () => {
  const teamUnit = sampleUnit({ visibility: 'team', assigned_agent: 'agent_amira' });

  it('is known without the team service unless an agent looks at units of a team', async () => {
    const directory = agentDirectory();
    for (const as of [
      {},
      person('owner', 'agent_amira'),
      person('admin'),
      person('viewer', 'agent_amira'),
      person('agent'),
    ]) {
      await sightOf(directory, keyCaller(as));
      await sightOf(directory, keyCaller(as), [teamUnit]);
    }
    await sightOf(directory, keyCaller(person('agent', 'agent_amira')), [sampleUnit()]);
    expect(directory.calls()).to.equal(0);
    const sight = await sightOf(directory, keyCaller(person('agent', 'agent_amira')), [teamUnit]);
    expect(sight).to.deep.equal({ colleagues: ['agent_amira', 'agent_bruno'] });
    expect(directory.calls()).to.equal(1);
  });
});
