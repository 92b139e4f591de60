import { Slots, type SlotUser } from '@plotline/webhook/deliveries/work/slots';
import { expect } from 'chai';

function users(workspaceId: string, count: number, change: Partial<SlotUser> = {}): SlotUser[] {
  return Array.from({ length: count }, () => ({ workspaceId, isProven: true, isWaiting: false, ...change }));
}

/** Number of further slots that a workspace gets. */
function takeAll(slots: Slots, workspaceId: string, isProven = true): number {
  let taken = 0;
  while (slots.take(workspaceId, isProven)) taken += 1;
  return taken;
}

describe('Slots', () => {
  it('gives a workspace a fifth of them', () => {
    expect(takeAll(new Slots([]), 'ws_1')).to.equal(20);
    const slots = new Slots([...users('ws_1', 20), ...users('ws_2', 5)]);
    expect(slots.free).to.equal(75);
    expect(slots.served).to.deep.equal(['ws_1']);
    expect(takeAll(slots, 'ws_2')).to.equal(15);
    expect(slots.served).to.deep.equal(['ws_1', 'ws_2']);
  });

  it('leaves one free for a new workspace', () => {
    const slots = new Slots([1, 2, 3, 4, 5, 6].flatMap((number) => users(`ws_${number}`, 16)));
    expect(slots.served).to.have.length(6);
    expect(takeAll(slots, 'ws_new')).to.equal(2);
    expect(slots.free).to.equal(2);
  });

  it('excludes queues that wait for their receivers, up to a fifth of all for a workspace', () => {
    const waiting = { isWaiting: true };
    const slots = new Slots([...users('ws_1', 150, waiting), ...users('ws_2', 200, waiting)]);
    expect(slots.free).to.equal(100);
    expect(slots.served).to.deep.equal(['ws_2']);
    expect(takeAll(slots, 'ws_1')).to.equal(20);
  });

  it('reserves some for endpoints whose last attempt was answered', () => {
    const slots = new Slots([1, 2, 3, 4, 5].flatMap((number) => users(`ws_${number}`, 16, { isProven: false })));
    expect(slots.onlyProven).to.equal(true);
    expect(takeAll(slots, 'ws_new', false)).to.equal(0);
    expect(takeAll(slots, 'ws_new')).to.equal(10);
  });
});
