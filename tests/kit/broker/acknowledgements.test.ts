import { setImmediate } from 'node:timers/promises';
import { Acknowledgements } from '@plotline/kit/broker/consume';
import { expect } from 'chai';

function deliver(count: number) {
  const calls: string[] = [];
  const errors: unknown[] = [];
  const channel = { ack: (tag: number, isUpTo: boolean) => void calls.push(isUpTo ? `up to ${tag}` : `${tag}`) };
  const acknowledgements = new Acknowledgements<number>(channel, (error) => errors.push(error));
  for (let tag = 1; tag <= count; tag += 1) acknowledgements.expect(tag);
  const handle = (...tags: number[]) => {
    for (const tag of tags) acknowledgements.add(tag);
  };
  return { channel, calls, errors, acknowledgements, handle };
}

describe('acknowledgements on a channel', () => {
  it('are combined into one for all messages that are handled in the same turn of the event loop', async () => {
    const { calls, handle } = deliver(3);
    handle(1, 2, 3);
    await setImmediate();
    expect(calls).to.deep.equal(['up to 3']);
  });

  it('exclude messages until they are handled', async () => {
    const { calls, handle } = deliver(5);
    handle(1, 2, 4, 5);
    await setImmediate();
    expect(calls).to.deep.equal(['4', '5', 'up to 2']);
    handle(3);
    await setImmediate();
    expect(calls).to.deep.equal(['4', '5', 'up to 2', 'up to 3']);
  });

  it('are sent immediately on request, and only once', async () => {
    const { calls, handle, acknowledgements } = deliver(2);
    handle(1);
    acknowledgements.flush();
    expect(calls).to.deep.equal(['up to 1']);
    await setImmediate();
    expect(calls).to.deep.equal(['up to 1']);
  });

  it('are dropped when the channel closes', async () => {
    const { channel, errors, handle } = deliver(1);
    channel.ack = () => {
      throw new Error('Channel closed');
    };
    handle(1);
    await setImmediate();
    expect(errors).to.have.length(1);
  });
});
