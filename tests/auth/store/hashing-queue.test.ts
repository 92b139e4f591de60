import { createHashingQueue } from '@plotline/auth/store/hashing-queue';
import { expect } from 'chai';

/** Work that lasts until it is told to end. */
class Work {
  begun = 0;
  end: () => void = () => undefined;
  readonly run = (): Promise<void> => {
    this.begun += 1;
    return new Promise((resolve) => {
      this.end = resolve;
    });
  };
}

describe('The queue for hashing passwords', () => {
  it('runs at most the allowed number at once, in order', async () => {
    const inTurn = createHashingQueue({ maxRunning: 1, maxWaiting: 10, maxWaitMs: 1_000, now: () => 0 });
    const [first, second] = [new Work(), new Work()];
    const ended = [inTurn(first.run), inTurn(second.run)];
    await new Promise(setImmediate);
    expect([first.begun, second.begun]).to.deep.equal([1, 0]);
    first.end();
    await ended[0];
    await new Promise(setImmediate);
    expect(second.begun).to.equal(1);
    second.end();
    await ended[1];
  });

  it('refuses work with SERVICE_UNAVAILABLE only while too much waits', async () => {
    const inTurn = createHashingQueue({ maxRunning: 1, maxWaiting: 2, maxWaitMs: 1_000, now: () => 0 });
    const first = new Work();
    const running = inTurn(first.run);
    await new Promise(setImmediate);
    const waiting = [inTurn(async () => 'second'), inTurn(async () => 'third')];
    const refusal = await inTurn(async () => 'fourth').catch((error: unknown) => error);
    expect(refusal).to.include({ code: 'SERVICE_UNAVAILABLE' });
    first.end();
    await running;
    expect(await Promise.all(waiting)).to.deep.equal(['second', 'third']);
  });

  it('skips work that has waited longer than a request lasts, and continues with the next', async () => {
    let now = 0;
    const inTurn = createHashingQueue({ maxRunning: 1, maxWaiting: 10, maxWaitMs: 1_000, now: () => now });
    const [first, late] = [new Work(), new Work()];
    const running = inTurn(first.run);
    const refusal = inTurn(late.run).catch((error: unknown) => error);
    await new Promise(setImmediate);
    now = 500;
    const next = inTurn(async () => 'next');
    now = 1_001;
    first.end();
    await running;
    expect(await refusal).to.include({ code: 'SERVICE_UNAVAILABLE' });
    expect(late.begun).to.equal(0);
    expect(await next).to.equal('next');
  });
});
