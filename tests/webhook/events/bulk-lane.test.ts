import { BulkLane } from '@plotline/webhook/events/bulk-lane';
import { expect } from 'chai';

describe('BulkLane', () => {
  let now: number;
  let lane: BulkLane;
  let finish: (() => void)[];
  beforeEach(() => {
    now = 0;
    lane = new BulkLane(() => new Date(now));
    finish = [];
  });

  /** Has so many events of the workspace at hand, until `finish` is called. */
  function hold(workspace: string, count: number): void {
    for (let one = 0; one < count; one += 1) {
      void lane.hold(workspace, () => new Promise<void>((resolve) => void finish.push(resolve)));
    }
  }

  it('takes the events of a workspace that has a batch of them at hand, and of no other', () => {
    hold('many', 127);
    expect(lane.shouldMove('many')).to.equal(false);
    hold('many', 1);
    expect(lane.shouldMove('many')).to.equal(true);
    expect(lane.shouldMove('few')).to.equal(false);
  });

  it('takes those that follow, so that they stay in their order, until none came out of it for a while', async () => {
    hold('many', 128);
    expect(lane.shouldMove('many')).to.equal(true);
    for (const end of finish) end();
    await new Promise(setImmediate);
    now = 9_000;
    lane.keepBusy('many');
    now = 18_000;
    expect(lane.shouldMove('many')).to.equal(true);
    now = 28_000;
    expect(lane.shouldMove('many')).to.equal(false);
  });
});
