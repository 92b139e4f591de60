import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

describe('POST /v1/leads/:id/notes and GET /v1/leads/:id/activity', () => {
  const pipeline = useFixture(startPipeline);

  function note(id: string, body: object, as = {}) {
    return pipeline().request('POST', `/v1/leads/${id}/notes`, { body, as });
  }

  function activity(id: string, query = '') {
    return pipeline().request('GET', `/v1/leads/${id}/activity${query}`);
  }

  it("return 201 with the note's entry, which is the first entry in the timeline", async () => {
    const lead = await pipeline().lead();
    const actor = { type: 'user', id: 'user_1', name: 'Amira', role: 'agent', agentId: 'agent_amira' } as const;
    const { status, body } = await note(lead.id, { content: 'Wants a garden.' }, { actor });
    expect(status).to.equal(201);
    expect(body).to.deep.include({
      type: 'note',
      note_type: 'note',
      content: 'Wants a garden.',
      description: 'Wants a garden.',
      user: 'agent_amira',
      actor: { type: 'user', name: 'Amira' },
    });
    expect((await activity(lead.id)).body[0]).to.deep.equal(body);
    expect(await pipeline().eventNames(lead.id)).to.deep.equal(['lead.created', 'lead.note_added']);
  });

  it('publish each note with the same entry that its author received', async () => {
    const lead = await pipeline().lead();
    const notes = [
      (await note(lead.id, { content: 'Wants a garden.' })).body,
      (await note(lead.id, { content: 'Rang.', type: 'call' })).body,
    ];
    const told = (await pipeline().events(lead.id)).filter(({ event }) => event === 'lead.note_added');
    expect(told.map(({ data }) => data)).to.deep.equal(notes.map((entry) => ({ lead_id: lead.id, entry })));
    expect(told.map(({ timestamp }) => timestamp)).to.deep.equal(notes.map(({ timestamp }) => timestamp));
  });

  it('count a call as a contact, which updates and scores the lead and publishes the change', async () => {
    const lead = await pipeline().lead();
    await note(lead.id, { content: 'Rang.', type: 'call' });
    const { body } = await pipeline().request('GET', `/v1/leads/${lead.id}`);
    expect(Date.parse(body.last_contacted)).to.be.greaterThan(Date.now() - 60_000);
    expect(body.score).to.equal(lead.score + 15);
    expect(await pipeline().eventNames(lead.id)).to.deep.equal(['lead.created', 'lead.updated', 'lead.note_added']);
  });

  it('store the same contact time in the lead and in the timeline', async () => {
    const lead = await pipeline().lead();
    const { body } = await note(lead.id, { content: 'Rang.', type: 'call' });
    const called = (await pipeline().request('GET', `/v1/leads/${lead.id}`)).body;
    expect([called.last_contacted, called.updated_at]).to.deep.equal([body.timestamp, body.timestamp]);
    const moved = await pipeline().request('POST', `/v1/leads/${lead.id}/stage`, { body: { stage: 'viewing' } });
    const entries = (await activity(lead.id)).body;
    expect(entries[0].timestamp).to.equal(moved.body.updated_at);
    expect(entries.at(-1).timestamp).to.equal(lead.created_at);
  });

  it('page by cursor in either order, with every entry once while others are added', async () => {
    for (const order of ['desc', 'asc']) {
      const lead = await pipeline().lead();
      for (const content of ['a', 'b', 'c', 'd', 'e']) await note(lead.id, { content });
      const there = (await activity(lead.id, '?per_page=100')).body.map(({ id }: { id: string }) => id);
      const met: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body, meta } = await activity(lead.id, `?order=${order}&per_page=2&cursor=${cursor}`);
        met.push(...body.map(({ id }: { id: string }) => id));
        cursor = meta.next_cursor;
        if (met.length < 6) await note(lead.id, { content: 'meanwhile' });
      }
      expect(met.filter((id) => there.includes(id))).to.deep.equal(order === 'asc' ? there.toReversed() : there);
      expect(new Set(met).size).to.equal(met.length);
    }
  });

  it('refuse relations, and a cursor from another timeline or order', async () => {
    const [lead, other] = [await pipeline().lead(), await pipeline().lead()];
    for (const { id } of [lead, other]) await note(id, { content: 'x' });
    const cursor = (await activity(lead.id, '?cursor=&per_page=1')).meta.next_cursor;
    expect((await activity(lead.id, `?cursor=${cursor}&per_page=1`)).body).to.have.length(1);
    for (const [id, query] of [
      [other.id, `cursor=${cursor}`],
      [lead.id, `cursor=${cursor}&order=asc`],
      [lead.id, 'cursor=W10'],
      [lead.id, 'expand=agent'],
    ]) {
      const { status, body } = await activity(id, `?${query}`);
      expect([status, body.details?.[0].field], query).to.deep.equal([422, query.split('=')[0]]);
    }
  });

  it('store every note from many simultaneous requests', async () => {
    const lead = await pipeline().lead();
    const notes = Array.from({ length: 20 }, (_, place) => ({
      content: `note ${place}`,
      type: place % 2 ? 'call' : 'note',
    }));
    const replies = await Promise.all(notes.map((body) => note(lead.id, body)));
    expect(replies.map(({ status }) => status)).to.deep.equal(notes.map(() => 201));
    const { body, meta } = await activity(lead.id, '?per_page=100');
    expect(meta.total).to.equal(21);
    const contents = body.flatMap((entry: { content?: string }) => entry.content ?? []);
    expect(contents).to.have.members(notes.map(({ content }) => content));
  });

  it('page by number, newest first, without duplicates', async () => {
    const lead = await pipeline().lead();
    for (const content of ['a', 'b', 'c', 'd']) await note(lead.id, { content });
    const pages = await Promise.all([1, 2, 3, 4].map((page) => activity(lead.id, `?per_page=2&page=${page}`)));
    expect(
      pages.map(({ body }) => body.map((entry: { content?: string; type: string }) => entry.content ?? entry.type)),
    ).to.deep.equal([['d', 'c'], ['b', 'a'], ['created'], []]);
    expect(pages[0]?.meta).to.deep.include({ page: 1, per_page: 2, total: 5, total_pages: 3 });
  });

  const faults: readonly (readonly [string, object, string])[] = [
    ['no content', {}, 'content'],
    ['empty content', { content: '' }, 'content'],
    ['blank content', { content: ' \n ' }, 'content'],
    ['content that is too long', { content: 'x'.repeat(10_001) }, 'content'],
    ['a type that is none', { content: 'x', type: 'fax' }, 'type'],
  ];
  for (const [what, body, field] of faults) {
    it(`refuse ${what}`, async () => {
      const lead = await pipeline().lead();
      const reply = await note(lead.id, body);
      expect(reply.status).to.equal(422);
      expect(reply.body.details[0].field).to.equal(field);
      expect((await activity(lead.id)).meta.total).to.equal(1);
    });
  }

  it("answer 404 for an unknown lead and for another workspace's lead", async () => {
    const lead = await pipeline().lead();
    expect((await note('lead_none', { content: 'x' })).status).to.equal(404);
    expect((await note(lead.id, { content: 'x' }, { workspaceId: 'ws_two' })).status).to.equal(404);
    expect((await activity('lead_none')).status).to.equal(404);
    expect(await pipeline().journal('lead_none')).to.deep.equal([]);
  });
});
