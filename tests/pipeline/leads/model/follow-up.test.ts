import { adoptFollowUp, applyTasks, writeFollowUp } from '@plotline/pipeline/leads/model/follow-up';
import { expect } from 'chai';
import { sampleLead, startedAt } from '../../support/sample-lead.js';

const now = new Date('2026-03-02T10:00:00.000Z');
const [early, middle, late] = [3, 4, 5].map((day) => new Date(`2026-03-0${day}T09:00:00.000Z`));
const nothing = { own: null, othersDueAt: null };

describe('the follow-up of a lead', () => {
  it("plans one task for a given time, and keeps the task's id when the time changes", () => {
    const planned = writeFollowUp(sampleLead(), middle ?? null, now);
    expect(planned.next_follow_up).to.deep.equal(middle);
    expect(planned.follow_up_task).to.match(/^task_/);
    const moved = writeFollowUp(planned, late ?? null, new Date());
    expect([moved.follow_up_task, moved.next_follow_up]).to.deep.equal([planned.follow_up_task, late]);
  });

  it('does not change when the time it shows is written again', () => {
    const lead = sampleLead({ next_follow_up: early ?? null, tasks_due_at: early });
    expect(writeFollowUp(lead, early ?? null, now)).to.equal(lead);
  });

  it('is the earliest of the given time and the other open tasks', () => {
    const lead = sampleLead({ next_follow_up: middle ?? null, tasks_due_at: middle });
    expect(writeFollowUp(lead, late ?? null, now)).to.deep.include({ next_follow_up: middle, follow_up_at: late });
    const earlier = writeFollowUp(lead, early ?? null, now);
    expect(earlier.next_follow_up).to.deep.equal(early);
    expect(writeFollowUp(earlier, null, now)).to.deep.include({ next_follow_up: middle, follow_up_task: null });
  });

  it('gets the same task each time if an earlier release stored it without one', () => {
    const lead = sampleLead({ next_follow_up: middle ?? null });
    const adopted = adoptFollowUp(lead);
    expect(adopted).to.deep.include({ next_follow_up: middle, follow_up_at: middle });
    expect(adoptFollowUp(lead)).to.deep.equal(adopted);
    expect(adoptFollowUp(adopted)).to.equal(adopted);
  });

  it('follows the open tasks, and changes the lead only when the earliest due time changes', () => {
    const lead = sampleLead({ next_follow_up: early ?? null, follow_up_task: 'task_1', follow_up_at: early });
    const own = { id: 'task_1', due_at: early ?? now };
    const later = applyTasks(lead, { own, othersDueAt: late ?? null }, now);
    expect([later.next_follow_up, later.updated_at]).to.deep.equal([early, startedAt]);
    expect(applyTasks(later, { own, othersDueAt: late ?? null }, now)).to.equal(later);
    const done = applyTasks(later, { own: null, othersDueAt: late ?? null }, now);
    expect([done.next_follow_up, done.updated_at]).to.deep.equal([late, now]);
    expect(applyTasks(done, nothing, now).next_follow_up).to.equal(null);
  });
});
