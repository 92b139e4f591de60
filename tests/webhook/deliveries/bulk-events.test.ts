import { BulkEvents, bulkQueues, toBulkQueue } from '@plotline/webhook/deliveries/work/bulk-events';
import { expect } from 'chai';

describe('toBulkQueue', () => {
  it('spreads workspaces evenly over the queues, and always assigns a workspace to the same queue', () => {
    const workspaces = Array.from({ length: 4_000 }, (_none, number) => `live ws_${number}`);
    const counts = new Map<string, number>();
    for (const workspace of workspaces) {
      const queue = toBulkQueue(workspace);
      expect(toBulkQueue(workspace)).to.equal(queue);
      counts.set(queue, (counts.get(queue) ?? 0) + 1);
    }
    expect([...counts.keys()]).to.have.members([...bulkQueues]);
    for (const count of counts.values()) expect(count).to.be.within(900, 1_100);
  });
});

describe('BulkEvents', () => {
  let now: number;
  let bulkEvents: BulkEvents;
  let finish: (() => void)[];
  beforeEach(() => {
    now = 0;
    bulkEvents = new BulkEvents(() => new Date(now));
    finish = [];
  });

  /** Keeps a number of events in the workspace in progress until `finish` is called. */
  function begin(workspace: string, count: number): void {
    for (let one = 0; one < count; one += 1) {
      void bulkEvents.handle(workspace, () => new Promise<void>((resolve) => void finish.push(resolve)));
    }
  }

  it('moves only events of a workspace that has two batches in progress', () => {
    begin('many', 255);
    expect(bulkEvents.shouldMove('many')).to.equal(false);
    begin('many', 1);
    expect(bulkEvents.shouldMove('many')).to.equal(true);
    expect(bulkEvents.shouldMove('few')).to.equal(false);
  });

  it('also moves later events to keep them in order, until none was moved for a while', async () => {
    begin('many', 256);
    expect(bulkEvents.shouldMove('many')).to.equal(true);
    for (const end of finish) end();
    await new Promise(setImmediate);
    now = 9_000;
    bulkEvents.keepBusy('many');
    now = 18_000;
    expect(bulkEvents.shouldMove('many')).to.equal(true);
    now = 28_000;
    expect(bulkEvents.shouldMove('many')).to.equal(false);
  });
});
