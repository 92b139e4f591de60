import { Cursors } from '@plotline/documentdb-bridge/commands/queries';
import { expect } from 'chai';

describe('Cursors', () => {
  const cursor = (transaction?: string) => ({ database: 'd', continuation: Buffer.alloc(1), transaction });

  it('are forgotten after their idle time, which restarts with each use', () => {
    const cursors = new Cursors({ cursors: 10, cursorIdleMs: 100 });
    cursors.put(1n, cursor(), 0);
    cursors.put(2n, cursor(), 50);
    cursors.put(1n, cursor(), 90);
    expect(cursors.get(2n, 149)).to.not.equal(undefined);
    expect(cursors.get(2n, 150)).to.equal(undefined);
    expect(cursors.get(1n, 189)).to.not.equal(undefined);
    expect(cursors.get(1n, 190)).to.equal(undefined);
    expect(cursors.size).to.equal(0);
  });

  it('never exceed their limit, because the cursor that was idle longest is closed', () => {
    const cursors = new Cursors({ cursors: 3, cursorIdleMs: 1_000 });
    for (let id = 1n; id <= 100n; id += 1n) cursors.put(id, cursor(), Number(id));
    expect(cursors.size).to.equal(3);
    expect([97n, 98n, 99n, 100n].map((id) => cursors.get(id, 101) !== undefined)).to.deep.equal([
      false,
      true,
      true,
      true,
    ]);
  });

  it('are closed when their transaction ends', () => {
    const cursors = new Cursors({ cursors: 10, cursorIdleMs: 1_000 });
    cursors.put(1n, cursor('a'), 0);
    cursors.put(2n, cursor(), 0);
    cursors.deleteOfTransaction('a');
    expect([cursors.get(1n, 0) !== undefined, cursors.get(2n, 0) !== undefined]).to.deep.equal([false, true]);
  });
});
