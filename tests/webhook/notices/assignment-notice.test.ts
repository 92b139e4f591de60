import { getJoinableSince, reportAssignments } from '@plotline/webhook/notices/model/assignment-notice';
import type { Notice } from '@plotline/webhook/notices/model/notice';
import { expect } from 'chai';

const start = new Date('2026-03-02T12:00:00.000Z');
const inSeconds = (seconds: number) => new Date(start.getTime() + seconds * 1_000);

const assign = (number: number) => {
  return { eventId: `evt_${number}`, agentId: 'agent_1', leadId: `lead_${number}`, leadName: `Zoë ${number}` };
};

/** Reports `count` assignments. The first one has the given number. */
function tell(last: Notice | null, seconds: number, number = 1, count = 1): Notice {
  const others = Array.from({ length: count - 1 }, (_, index) => assign(number + index + 1));
  const id = `ntf_${number}`;
  return reportAssignments(last, {
    agentId: 'agent_1',
    assignments: [assign(number), ...others],
    id,
    now: inSeconds(seconds),
  });
}

describe('a notice about assigned leads', () => {
  it('shows the name of a single lead, and links to it', () => {
    expect(tell(null, 0)).to.deep.equal({
      id: 'ntf_1',
      version: 1,
      type: 'lead.assigned',
      message: 'Zoë 1 was assigned to you.',
      subject: { type: 'lead', id: 'lead_1' },
      lead_id: 'lead_1',
      data: { agent_id: 'agent_1', leads: 1, since: start },
      recipient: 'agent_1',
      scope: 'read:leads',
      created_at: start,
      updated_at: start,
      mail: 'due',
    });
  });

  it('counts several leads, links to the agent, and contains no lead data', () => {
    const notice = tell(null, 0, 1, 300);
    expect(notice.message).to.equal('300 leads were assigned to you.');
    expect(notice.subject).to.deep.equal({ type: 'agent', id: 'agent_1' });
    expect(notice.data).to.include({ leads: 300 });
    expect(notice).to.not.have.property('lead_id');
  });

  it('is extended by further assignments, and has the date of the last one', () => {
    const joined = tell(tell(null, 0), 30, 2, 4);
    expect(joined).to.deep.include({
      id: 'ntf_1',
      message: '5 leads were assigned to you.',
      created_at: inSeconds(30),
    });
    expect(joined.data).to.deep.equal({ agent_id: 'agent_1', leads: 5, since: start });
    expect(joined).to.not.have.property('lead_id');
  });

  it('is not extended an hour after its first assignment', () => {
    const [before, then] = [tell(tell(null, 0), 3_599, 2), tell(tell(null, 0), 3_600, 2)];
    expect([before.id, then.id]).to.deep.equal(['ntf_1', 'ntf_2']);
    expect(then.message).to.equal('Zoë 2 was assigned to you.');
  });

  it('is not extended by an assignment a minute after the last one', () => {
    expect(getJoinableSince(inSeconds(60))).to.deep.equal(start);
  });
});
