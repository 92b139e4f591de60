import { createChecks } from '@plotline/pipeline/checks';
import { createRebuilds } from '@plotline/pipeline/rebuilds';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { FakeInventory } from '../../support/fake-inventory.js';
import { startPipeline } from '../../support/pipeline.js';
import { rebuildCounters } from '../../support/rebuild-counters.js';

describe('simultaneous merges', () => {
  const inventory = new FakeInventory();
  const pipeline = useFixture(() => startPipeline({ units: inventory }));

  const post = (path: string, body: object) => pipeline().request('POST', `/v1/leads/${path}`, { body });
  const merge = (keep: string, lead_id: string) => post(`${keep}/merge`, { lead_id });
  const read = async (path: string) => (await pipeline().request('GET', `/v1/leads/${path}`)).body;

  async function leads(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let place = 0; place < count; place += 1) {
      ids.push((await pipeline().lead({ notes: `Note ${place}.`, tags: [`tag${place}`] })).id);
    }
    return ids;
  }

  it('into one survivor lose no notes or tags', async () => {
    const [keep = '', ...others] = await leads(6);
    const answers = await Promise.all(others.map((other) => merge(keep, other)));
    expect(answers.map(({ status }) => status)).to.deep.equal(others.map(() => 200));
    const { notes, tags } = await read(keep);
    expect(notes.split('\n\n').sort()).to.deep.equal(Array.from({ length: 6 }, (_, place) => `Note ${place}.`));
    expect(tags).to.have.length(6);
  });

  it('leave one lead if two leads are merged into each other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one = '', other = ''] = await leads(2);
      const answers = await Promise.all([merge(one, other), merge(other, one)]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 404]);
      const [survivor] = answers.flatMap(({ status, body }) => (status === 200 ? [body] : []));
      const [refused] = answers.flatMap(({ status, body }) => (status === 404 ? [body] : []));
      expect(refused.data).to.deep.equal({ merged_into: survivor.id });
      expect(survivor.tags).to.have.length(2);
    }
  });

  it('with new notes and tasks keep every one that was answered with 201', async () => {
    const [keep = '', other = ''] = await leads(2);
    const due_at = '2026-03-08T09:30:00.000Z';
    const writes = Array.from({ length: 12 }, (_, place) =>
      place % 2 === 0
        ? post(`${other}/notes`, { content: `Late ${place}` })
        : pipeline().request('POST', '/v1/tasks', { body: { lead_id: other, title: `Task ${place}`, due_at } }),
    );
    const [merged, ...answers] = await Promise.all([merge(keep, other), ...writes]);
    expect(merged.status).to.equal(200);
    expect(answers.every(({ status }) => [201, 404, 422].includes(status))).to.equal(true);
    const created = answers.filter(({ status }) => status === 201);
    const timeline = await read(`${keep}/activity?per_page=100`);
    const ids = new Set(timeline.map(({ id }: { id: string }) => id));
    const tasks = await pipeline().request('GET', `/v1/tasks?lead_id=${keep}&per_page=100`);
    for (const { id } of tasks.body) ids.add(id);
    expect(created.filter(({ body }) => !ids.has(body.id))).to.deep.equal([]);
  });

  it('with a sale end with at most one won lead', async () => {
    for (let round = 0; round < 4; round += 1) {
      const unit = `unit_race${round}`;
      inventory.addUnit(unit);
      const [keep = '', other = ''] = await leads(2);
      const [merged, won] = await Promise.all([
        merge(keep, other),
        post(`${other}/won`, { unit_id: unit, deal_value: 100_000 }),
      ]);
      expect(merged.status, JSON.stringify(merged.body)).to.equal(200);
      expect([200, 404]).to.include(won.status);
      const { stage } = await read(keep);
      expect(stage).to.equal(won.status === 200 ? 'won' : 'new');
      if (won.status === 200) expect(inventory.dealOf(unit)).to.equal(won.body.deal.id);
    }
  });

  it('leave counters that equal a recount, and no records of the merged lead', async () => {
    const [keep = '', other = ''] = await leads(2);
    await post(`${other}/stage`, { stage: 'viewing' });
    await post(`${keep}/lost`, { reason: 'other' });
    const before = await pipeline().request('GET', '/v1/leads');
    await merge(keep, other);
    const after = await pipeline().request('GET', '/v1/leads');
    expect(after.meta.total).to.equal(before.meta.total - 1);
    expect((await rebuildCounters(pipeline().context)).corrected).to.equal(0);
    const { context, runtime } = pipeline();
    for (const check of createChecks(context, createRebuilds(runtime, context))) {
      if (!['merged_lead', 'task_lead', 'deal_lead', 'deal_papers'].includes(check.name)) continue;
      const found: unknown[] = [];
      for await (const one of check.find({ mode: 'live' })) found.push(one);
      expect(found, check.name).to.deep.equal([]);
    }
  });
});
