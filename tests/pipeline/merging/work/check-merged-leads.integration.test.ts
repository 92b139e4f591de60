import type { Inconsistency } from '@plotline/kit/ops/doctor/check';
import { createMergedLeadCheck } from '@plotline/pipeline/merging/work/check-merged-leads';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

describe('the check of merged leads', () => {
  const pipeline = useFixture(startPipeline);

  it("reports a task and a timeline that still have the merged lead's id", async () => {
    const [keep, other] = [await pipeline().lead(), await pipeline().lead()];
    const task = { lead_id: keep.id, title: 'Call', due_at: '2026-03-08' };
    const { id } = await pipeline().create('/v1/tasks', task);
    await pipeline().request('POST', `/v1/leads/${keep.id}/merge`, { body: { lead_id: other.id } });
    const { live } = pipeline().runtime.databases;
    await live.collection<{ _id: string }>('tasks').updateOne({ _id: id }, { $set: { lead_id: other.id } });
    await live.collection('journal').updateOne({ subject: keep.id, type: 'merged' }, { $set: { subject: other.id } });
    const found: Inconsistency[] = [];
    for await (const one of createMergedLeadCheck(pipeline().context).find({ mode: 'live' })) found.push(one);
    expect(found.map(({ id: record, field }) => [record, field])).to.deep.equal([
      [id, 'lead_id'],
      [other.id, 'timeline'],
    ]);
  });
});
