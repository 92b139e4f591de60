import { createAgentsClient } from '@plotline/auth/peers/team';
import type { Peer } from '@plotline/kit/rpc/client';
import { expect } from 'chai';

/** Creates a peer that knows no agents. It adds each request to `requests`. */
function createPeerOf(requests: unknown[]): Peer {
  return {
    call: (method, request) => {
      requests.push(request);
      return Promise.resolve(method.responseDeserialize(Buffer.alloc(0)));
    },
    close: () => undefined,
  };
}

describe('auth: agents of people', () => {
  it('are requested with one call per workspace', async () => {
    const requests: unknown[] = [];
    const agents = createAgentsClient(createPeerOf(requests));
    const asked = [
      ['ws_1', 'agent_1'],
      ['ws_1', 'agent_2'],
      ['ws_1', 'agent_1'],
      ['ws_2', 'agent_3'],
    ] as const;
    await Promise.all(asked.map(([workspaceId, agentId]) => agents.findMember(workspaceId, agentId)));
    expect(requests).to.have.deep.members([
      { ids: ['agent_1', 'agent_2'], with_sandbox_ids: true },
      { ids: ['agent_3'], with_sandbox_ids: true },
    ]);
  });
});
