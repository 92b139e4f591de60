import { setImmediate } from 'node:timers/promises';
import { Busy } from '@plotline/webhook/deliveries/model/attempt-errors';
import { PayloadMemory } from '@plotline/webhook/deliveries/store/payload-memory';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { rejectionOf } from '../support/rejection-of.js';

const mebibyte = 1_048_576;
const assumedBytes = 2 * mebibyte;
const large = { payload: 'x'.repeat(mebibyte) };

/** Creates memory for payloads. Also returns its content, and the reasons for refusals. */
function createMemory(maxWaitMs = 60_000) {
  const memory = new PayloadMemory({
    maxBytes: 16 * mebibyte,
    maxWorkspaceBytes: 8 * mebibyte,
    maxWaitMs,
    assumedBytes,
  });
  const held: { readonly workspaceId: string; readonly end: () => void }[] = [];
  const refusals: unknown[] = [];
  return {
    refusals,
    /** Uses payloads that stay in memory until they are released. */
    async use(workspaceId: string, count: number, content = large): Promise<void> {
      const work = () => new Promise<void>((end) => held.push({ workspaceId, end }));
      for (let place = 0; place < count; place += 1) {
        memory.use(workspaceId, async () => content, work).catch((error: unknown) => refusals.push(error));
      }
      await setImmediate();
    },
    count: (workspaceId: string) => held.filter((one) => one.workspaceId === workspaceId).length,
    total: () => held.length,
    async letGo(): Promise<void> {
      for (const { end } of held.splice(0)) end();
      await setImmediate();
    },
  };
}

describe('PayloadMemory', () => {
  it("limits a workspace's payloads to its share, and lets other workspaces take turns", async () => {
    const memory = createMemory();
    await memory.use('ws_one', 10);
    // Excludes the share for a payload that is not read yet.
    expect(memory.count('ws_one')).to.equal(7);
    await memory.letGo();
    expect(memory.count('ws_one')).to.equal(3);
  });

  it('holds many small payloads at the same time', async () => {
    const memory = createMemory();
    for (let round = 0; round < 200; round += 1) await memory.use('ws_one', 3, { payload: 'x'.repeat(5_000) });
    expect(memory.count('ws_one')).to.equal(600);
  });

  it('has memory for a new workspace, even if many others wait', async () => {
    const memory = createMemory();
    for (const workspaceId of ['ws_one', 'ws_two', 'ws_three']) await memory.use(workspaceId, 50);
    await memory.use('ws_new', 1);
    expect(memory.count('ws_new')).to.equal(1);
    expect(memory.total()).to.be.at.most(16);
  });

  it('rejects with Busy when no memory becomes free in time', async () => {
    const memory = createMemory(0);
    await memory.use('ws_one', 8);
    await eventually(() => expect(memory.refusals).to.have.length(1));
    expect(memory.refusals[0]).to.be.instanceOf(Busy);
    expect(memory.count('ws_one')).to.equal(7);
  });

  it('frees the memory of a payload that is unreadable, missing, or could not be sent', async () => {
    const memory = new PayloadMemory({
      maxBytes: 2 * mebibyte,
      maxWorkspaceBytes: 2 * mebibyte,
      maxWaitMs: 0,
      assumedBytes,
    });
    const fail = () => Promise.reject(new Error('no database'));
    const isSent = async () => true;
    await rejectionOf(memory.use('ws_one', fail, isSent));
    await rejectionOf(memory.use('ws_one', async () => large, fail));
    expect(await memory.use('ws_one', async () => null, isSent)).to.equal(true);
    expect(await memory.use('ws_one', async () => large, isSent)).to.equal(true);
  });
});
