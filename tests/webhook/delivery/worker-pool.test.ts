import { WorkerPool } from '@plotline/webhook/delivery/worker-pool';
import { expect } from 'chai';
import { rejectionOf } from '../support/rejection-of.js';

function createTask() {
  let end: (error?: Error) => void = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  return { run: () => ended, end };
}

describe('WorkerPool', () => {
  it('makes acquire wait while all workers are busy', async () => {
    const pool = new WorkerPool(2);
    const [first, second] = [createTask(), createTask()];
    pool.start('first', first.run);
    await pool.acquire();
    pool.start('second', second.run);
    expect([...pool.listRunning()]).to.deep.equal(['first', 'second']);
    let isAcquired = false;
    const acquired = pool.acquire().then(() => {
      isAcquired = true;
    });
    await pool.waitForAny(1);
    expect(isAcquired).to.equal(false);
    second.end();
    await acquired;
    expect([...pool.listRunning()]).to.deep.equal(['first']);
    first.end();
    await pool.waitForAll();
    expect(pool.listRunning().size).to.equal(0);
  });

  it('ends waitForAny as soon as a task ends', async () => {
    const pool = new WorkerPool(2);
    const one = createTask();
    pool.start('one', one.run);
    const pause = pool.waitForAny(3_600_000);
    one.end();
    await pause;
  });

  it('waits for all running tasks before it throws the error of one', async () => {
    const pool = new WorkerPool(2);
    const [broken, sound] = [createTask(), createTask()];
    pool.start('broken', broken.run);
    pool.start('sound', sound.run);
    const finished = rejectionOf(pool.waitForAll());
    broken.end(new Error('no'));
    await pool.waitForAny(3_600_000);
    expect(pool.hasFailed()).to.equal(true);
    expect([...pool.listRunning()]).to.deep.equal(['sound']);
    sound.end();
    expect(await finished).to.have.property('message', 'no');
  });
});
