import { Limiter, type Permit, type Refusal } from '@plotline/kit/core/limiter';
import { expect } from 'chai';
import { ManualTime } from '../../support/manual-time.js';

class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

const refuse = (refusal: Refusal) => new Refused(refusal);
const whyRefused = (act: () => unknown) => expect(act).to.throw(Refused).with.property('refusal');

const rejectionOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

/** Creates a queue that requests permits one after the other and lists the owners that got one. */
function createQueue(limiter: Limiter) {
  const served: string[] = [];
  const permits: Permit[] = [];
  return {
    served,
    ask: async (owner: string, weight?: number) => {
      const permit = await limiter.acquire(owner, weight);
      served.push(owner);
      permits.push(permit);
    },
    releaseFirst: async () => {
      permits.shift()?.release();
      await new Promise(setImmediate);
    },
  };
}

describe('Limiter', () => {
  it('never grants more than its maximum, and reports how much is in use', () => {
    const limiter = new Limiter({ max: 10, refuse });
    const permit = limiter.take('a', 7);
    limiter.take('b', 3);
    expect([limiter.inUse, limiter.usedBy('a'), limiter.usedBy('b')]).to.deep.equal([10, 7, 3]);
    whyRefused(() => limiter.take('c')).that.equals('total');
    permit.release();
    expect([limiter.inUse, limiter.usedBy('a')]).to.deep.equal([3, 0]);
    limiter.take('c', 7);
  });

  it('never grants an owner more than its share, and leaves the shares of other owners free', () => {
    const limiter = new Limiter({ max: 100, perOwner: 40, refuse });
    limiter.take('a', 30);
    whyRefused(() => limiter.take('a', 11)).that.equals('owner');
    limiter.take('a', 10);
    limiter.take('b', 40);
  });

  it('grants a permit only while more permits are free than the owner holds, so that a new owner gets one', () => {
    const limiter = new Limiter({ max: 8, keepsFree: true, refuse });
    for (const [owner, count] of [
      ['a', 4],
      ['b', 2],
      ['c', 1],
    ] as const) {
      for (let place = 0; place < count; place += 1) {
        expect(limiter.hasRoom(owner)).to.equal(true);
        limiter.take(owner);
      }
      expect(limiter.hasRoom(owner)).to.equal(false);
      whyRefused(() => limiter.take(owner)).that.equals('owner');
    }
    limiter.take('d');
  });

  it('ignores a second release of a permit, and a resize after its release', () => {
    const limiter = new Limiter({ max: 10, refuse });
    const [first] = [limiter.take('a', 5), limiter.take('b', 5)];
    first.release();
    first.release();
    first.resize(3);
    expect(limiter.inUse).to.equal(5);
  });

  it('resizes a permit within the limits, and leaves it unchanged when there are too few free permits', () => {
    const limiter = new Limiter({ max: 10, refuse });
    const permit = limiter.take('a', 0);
    permit.resize(8);
    whyRefused(() => permit.resize(11)).that.equals('total');
    expect(limiter.inUse).to.equal(8);
    permit.resize(2);
    limiter.take('b', 8);
  });

  it('grants free permits synchronously', () => {
    const limiter = new Limiter({ max: 1 });
    expect(limiter.acquire()).not.to.be.instanceOf(Promise);
    expect(limiter.acquire()).to.be.instanceOf(Promise);
    expect(limiter.waiting).to.equal(1);
  });

  it("serves one owner's requests in order of arrival", async () => {
    const limiter = new Limiter({ max: 4 });
    const blocker = limiter.take('', 2);
    const order: number[] = [];
    // The other requests would fit, but must wait for the first.
    const waiting = [4, 1, 1].map(async (weight, place) => {
      const permit = await limiter.acquire('a', weight);
      order.push(place);
      permit.release();
    });
    await new Promise(setImmediate);
    expect(order).to.deep.equal([]);
    blocker.release();
    await Promise.all(waiting);
    expect(order).to.deep.equal([0, 1, 2]);
    expect([limiter.inUse, limiter.waiting]).to.deep.equal([0, 0]);
  });

  it('lets waiting owners take turns', async () => {
    const { served, ask, releaseFirst } = createQueue(new Limiter({ max: 1 }));
    const asked = ['a', 'a', 'a', 'a', 'b', 'b', 'c'].map((owner) => ask(owner));
    for (let place = 0; place < asked.length; place += 1) await releaseFirst();
    await Promise.all(asked);
    expect(served.join('')).to.equal('aabcaba');
  });

  it('makes an owner that has used its share wait, without delaying other owners', async () => {
    const { served, ask, releaseFirst } = createQueue(new Limiter({ perOwner: 2 }));
    const asked = ['a', 'a', 'a', 'b'].map((owner) => ask(owner));
    await new Promise(setImmediate);
    expect(served.join('')).to.equal('aab');
    await releaseFirst();
    await Promise.all(asked);
    expect(served.join('')).to.equal('aaba');
  });

  it('refuses only new requests when too many wait', async () => {
    const limiter = new Limiter({ max: 1, maxWaiting: 2, refuse });
    const first = limiter.take();
    const waiting = [limiter.run('', async () => 'second'), limiter.run('', async () => 'third')];
    whyRefused(() => limiter.acquire()).that.equals('queue');
    first.release();
    expect(await Promise.all(waiting)).to.deep.equal(['second', 'third']);
  });

  it('refuses a request that has waited too long, never runs that request, and serves the next', async () => {
    const time = new ManualTime();
    const limiter = new Limiter({ max: 1, maxWaitMs: 1_000, refuse, time });
    const first = limiter.take();
    let isRun = false;
    const late = rejectionOf(
      limiter.run('', async () => {
        isRun = true;
      }),
    );
    time.advance(500);
    const next = limiter.run('', async () => 'next');
    time.advance(500);
    expect(await late).to.have.property('refusal', 'late');
    expect(limiter.waiting).to.equal(1);
    first.release();
    expect(await next).to.equal('next');
    expect(isRun).to.equal(false);
  });

  it("waits no longer than a request's deadline", async () => {
    const time = new ManualTime();
    const limiter = new Limiter({ max: 1, maxWaitMs: 60_000, refuse, time });
    limiter.take();
    const late = rejectionOf(limiter.run('', async () => 'late', time.now() + 200));
    time.advance(200);
    expect(await late).to.have.property('refusal', 'late');
  });

  it('serves the next request after a failed task', async () => {
    const limiter = new Limiter({ max: 1 });
    const failed = rejectionOf(limiter.run('', () => Promise.reject(new Error('failed'))));
    const next = limiter.run('', async () => 'done');
    expect(await failed).to.be.instanceOf(Error);
    expect(await next).to.equal('done');
  });

  it('refuses with SERVICE_UNAVAILABLE by default', () => {
    const limiter = new Limiter({ max: 1 });
    limiter.take();
    expect(() => limiter.take())
      .to.throw()
      .with.include({ code: 'SERVICE_UNAVAILABLE', retryAfter: 1 });
  });
});
