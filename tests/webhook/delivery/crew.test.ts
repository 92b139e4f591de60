import { Crew } from '@plotline/webhook/delivery/crew';
import { expect } from 'chai';
import { rejectionOf } from '../rejection-of.js';

function task() {
  let end: (error?: Error) => void = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  return { work: () => ended, end };
}

describe('a crew', () => {
  it('has room for its width, and again when a piece has ended', async () => {
    const crew = new Crew(2);
    const [first, second] = [task(), task()];
    crew.start('first', first.work);
    await crew.room();
    crew.start('second', second.work);
    expect([...crew.names()]).to.deep.equal(['first', 'second']);
    let hasRoom = false;
    const room = crew.room().then(() => {
      hasRoom = true;
    });
    await crew.pause(1);
    expect(hasRoom).to.equal(false);
    second.end();
    await room;
    expect([...crew.names()]).to.deep.equal(['first']);
    first.end();
    await crew.finish();
    expect(crew.names().size).to.equal(0);
  });

  it('pauses no longer than until a piece ends', async () => {
    const crew = new Crew(2);
    const one = task();
    crew.start('one', one.work);
    const pause = crew.pause(3_600_000);
    one.end();
    await pause;
  });

  it('waits for what runs before it tells of a fault', async () => {
    const crew = new Crew(2);
    const [broken, sound] = [task(), task()];
    crew.start('broken', broken.work);
    crew.start('sound', sound.work);
    const finished = rejectionOf(crew.finish());
    broken.end(new Error('no'));
    await crew.pause(3_600_000);
    expect(crew.hasFailed()).to.equal(true);
    expect([...crew.names()]).to.deep.equal(['sound']);
    sound.end();
    expect(await finished).to.have.property('message', 'no');
  });
});
