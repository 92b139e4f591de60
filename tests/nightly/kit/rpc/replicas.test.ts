import { createPeer, type Peer } from '@plotline/kit/rpc/client';
import { AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import { expect } from 'chai';
import { callerKeysOf } from '../../../support/caller-keys.js';
import { eventually } from '../../../support/eventually.js';
import { type Replicas, startReplicas } from '../../../support/replicas/start-replicas.js';

describe('a peer whose name has several addresses', () => {
  let replicas: Replicas;
  let peer: Peer;

  before(async () => {
    // The connections to the first two processes reach their maximum age, and then the peer finds the third process.
    replicas = await startReplicas(500, 500, 60_000);
    peer = createPeer({
      name: 'team',
      address: replicas.target,
      callerKeys: callerKeysOf('team'),
      timeoutMs: 60_000,
    });
  });
  after(async () => {
    peer.close();
    await replicas.stop();
  });

  async function ask(): Promise<string | undefined> {
    const { agent_ids } = await peer.call(AgentsServiceService.getTeammates, { agent_id: 'agent_1' }, {});
    return agent_ids[0];
  }

  it('is called at a third process as often as at the others once the name includes it, and no call fails when it leaves', async () => {
    const [first, second, third] = replicas.all;
    if (!first || !second || !third) throw new Error('Not all are there.');
    replicas.publish(first.address, second.address);
    await ask();
    replicas.publish(first.address, second.address, third.address);
    await eventually(async () => expect(await ask()).to.equal(third.address));
    const answered: (string | undefined)[] = [];
    while (answered.length < 60) answered.push(await ask());
    expect(answered.filter((address) => address === third.address).length).to.be.at.least(60 / 4);

    let isOver = false;
    const callers = Array.from({ length: 8 }, async () => {
      for (let last = false; !last; await ask()) last = isOver;
    });
    replicas.publish(first.address, second.address);
    await third.stop();
    for (let count = 0; count < 60; count += 1) expect(await ask()).to.be.oneOf([first.address, second.address]);
    isOver = true;
    await Promise.all(callers);
  });
});
