import { expect } from 'chai';
import { madeUpEvent, madeUpLead, madeUpSnapshot } from '../made-up/snapshot.js';
import type { SeenEvent } from '../snapshot/seen-event.js';
import { checkEventLog, countLateEvents } from './event-log.js';

describe('the campaign check of the event log', () => {
  const at = (second: number) => madeUpLead({ updated_at: `2026-01-01T10:00:0${second}.000Z` });
  const update = (second: number) => madeUpEvent('lead.updated', at(second));
  const [one, two, three] = [update(0), update(1), update(2)] as const;
  const events = [one, two, three];

  function check(log: readonly SeenEvent[], parts: { logAgain?: readonly string[]; logGaps?: number } = {}): string {
    const logAgain = log.map(({ id }) => id);
    const snapshot = madeUpSnapshot({ events: [two, one, three, one], log, logAgain, ...parts });
    return checkEventLog(snapshot)
      .map(({ message }) => message)
      .join();
  }

  it('accepts a log with every event once, in any order', () => {
    expect(check(events)).to.equal('');
    expect(check([three, one, two])).to.equal('');
  });

  it('accepts events that contain only the id of an erased lead', () => {
    const reduced = { ...two, data: { id: two.data.id }, body: '{}' };
    expect(check([one, reduced, three])).to.equal('');
  });

  it('reports an event that is missing, duplicated, unknown or different', () => {
    expect(check([one, three])).to.include(`event ${two.id} was sent`);
    expect(check([one, two, three, two])).to.include('came twice');
    expect(check([...events, madeUpEvent('lead.created', at(3))])).to.include('was not sent');
    expect(check([one, { ...two, body: '{}' }, three])).to.include('logged with other content');
  });

  it('reports an event that was recorded behind the cursor, and a gap that the log reported', () => {
    expect(check(events, { logAgain: [one.id, 'evt_late', two.id, three.id] })).to.include('from entry 1 on');
    expect(check(events, { logGaps: 1 })).to.include('gap');
  });

  it('counts the events that show an earlier state than a preceding event', () => {
    expect(countLateEvents(events)).to.equal(0);
    expect(countLateEvents([three, one, two])).to.equal(2);
  });
});
