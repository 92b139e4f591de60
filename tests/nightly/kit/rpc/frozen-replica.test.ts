import { createPeer, type Peer } from '@plotline/kit/rpc/client';
import { AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import { expect } from 'chai';
import { callerKeysOf } from '../../../support/caller-keys.js';
import { eventually } from '../../../support/eventually.js';
import { type Replicas, startReplicas } from '../../../support/replicas/start-replicas.js';

const minute = 60_000;
/**
 * The peer pings a process that has been silent for 10 seconds, and gives it up after 2 more seconds. The remaining
 * time is a reserve for a busy machine.
 */
const timeoutMs = 10_000 + 2_000 + 3_000;

describe('a peer with two processes, one of them frozen', () => {
  let replicas: Replicas;
  let peer: Peer;

  before(async () => {
    replicas = await startReplicas(minute, minute);
    peer = createPeer({ name: 'team', address: replicas.target, callerKeys: callerKeysOf('team'), timeoutMs });
  });
  after(async () => {
    peer.close();
    await replicas.stop();
  });

  /** Makes a number of concurrent calls. Resolves to the addresses that answered. */
  async function askAtOnce(count: number): Promise<(string | undefined)[]> {
    const calls = Array.from({ length: count }, () =>
      peer.call(AgentsServiceService.getTeammates, { agent_id: 'agent_1' }, {}),
    );
    return (await Promise.all(calls)).map(({ agent_ids: [address] }) => address);
  }

  it('responds to every call from the other process: after 12 seconds for calls to the frozen one, and then immediately', async () => {
    const [first, second] = replicas.all;
    if (!first || !second) throw new Error('Not all are there.');
    replicas.publish(first.address, second.address);
    await eventually(async () => expect(new Set(await askAtOnce(8))).to.have.all.keys(first.address, second.address));
    second.freeze();
    expect(new Set(await askAtOnce(8))).to.have.all.keys(first.address);
    expect(new Set(await askAtOnce(8))).to.have.all.keys(first.address);
    second.thaw();
    await eventually(async () => expect(new Set(await askAtOnce(8))).to.have.all.keys(first.address, second.address));
  });
});
