import { lossReasons, stages } from '@plotline/pipeline/leads/model/lead';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

describe('POST /v1/leads/:id/stage and /lost', () => {
  const pipeline = useFixture(startPipeline);

  function move(id: string, body: object) {
    return pipeline().request('POST', `/v1/leads/${id}/stage`, { body });
  }

  function lose(id: string, body: object) {
    return pipeline().request('POST', `/v1/leads/${id}/lost`, { body });
  }

  it('move a lead to every stage and back, with a timeline entry for each move', async () => {
    const lead = await pipeline().lead();
    for (const stage of [...stages.slice(1), 'new']) {
      const { status, body } = await move(lead.id, { stage });
      expect(status).to.equal(200);
      expect(body).to.include({ id: lead.id, stage });
    }
    const moves = (await pipeline().journal(lead.id)).filter((entry) => entry.type === 'stage_change');
    expect(moves).to.have.length(stages.length);
  });

  it('publish lead.won or lead.lost, and record no deal', async () => {
    const won = await pipeline().lead();
    await move(won.id, { stage: 'won' });
    expect(await pipeline().eventNames(won.id)).to.deep.equal([
      'lead.created',
      'lead.updated',
      'lead.stage_changed',
      'lead.won',
    ]);
    expect((await pipeline().request('GET', `/v1/deals?lead_id=${won.id}`)).body).to.deep.equal([]);
  });

  it('change and publish nothing if the lead is already in that stage, but store the notes as a note', async () => {
    const lead = await pipeline().lead();
    expect(await move(lead.id, { stage: 'new' })).to.deep.include({ status: 200, body: lead });
    expect(await pipeline().journal(lead.id)).to.have.length(1);
    const lost = await lose(lead.id, { reason: 'other' });
    const again = await move(lead.id, { stage: 'lost', reason: 'unresponsive', notes: 'again' });
    expect([again.status, again.body]).to.deep.equal([200, lost.body]);
    expect(again.headers.get('etag')).to.equal(lost.headers.get('etag'));
    const { body } = await pipeline().request('GET', `/v1/leads/${lead.id}/activity`);
    expect(body.map(({ type }: { type: string }) => type)).to.deep.equal(['note', 'stage_change', 'created']);
    expect(body[0]).to.include({ content: 'again' });
  });

  it('store the reason and the notes in the timeline', async () => {
    const lead = await pipeline().lead();
    await move(lead.id, { stage: 'viewing', reason: 'asked for it', notes: 'Tuesday' });
    const { body } = await pipeline().request('GET', `/v1/leads/${lead.id}/activity`);
    expect(body[0]).to.deep.include({
      type: 'stage_change',
      reason: 'asked for it',
      notes: 'Tuesday',
      changes: { stage: { from: 'new', to: 'viewing' } },
    });
  });

  it('store the notes of a changed loss reason in the timeline, together with the reason', async () => {
    const lead = await pipeline().lead();
    await lose(lead.id, { reason: 'other', notes: 'first' });
    expect((await lose(lead.id, { reason: 'unresponsive', notes: 'second' })).status).to.equal(200);
    const { body } = await pipeline().request('GET', `/v1/leads/${lead.id}/activity`);
    expect(body[0]).to.deep.include({
      type: 'field_update',
      reason: 'unresponsive',
      notes: 'second',
      changes: { loss_reason: { from: 'other', to: 'unresponsive' } },
    });
  });

  it('store the notes of an unchanged loss reason as a note, without a new version', async () => {
    const lead = await pipeline().lead();
    const first = await lose(lead.id, { reason: 'other', notes: 'first' });
    const headers = { 'idempotency-key': 'lost-again' };
    const again = { body: { reason: 'other', notes: 'second' }, headers };
    for (let call = 0; call < 2; call += 1) {
      const reply = await pipeline().request('POST', `/v1/leads/${lead.id}/lost`, again);
      expect([reply.status, reply.body]).to.deep.equal([200, first.body]);
      expect(reply.headers.get('etag')).to.equal(first.headers.get('etag'));
    }
    await lose(lead.id, { reason: 'other' });
    await lose(lead.id, { reason: 'other', notes: ' ' });
    const { body } = await pipeline().request('GET', `/v1/leads/${lead.id}/activity`);
    const types = body.map(({ type }: { type: string }) => type);
    expect(types).to.deep.equal(['note', 'stage_change', 'created']);
    expect(body[0]).to.include({ note_type: 'note', content: 'second' });
    const events = ['lead.created', 'lead.updated', 'lead.stage_changed', 'lead.lost', 'lead.note_added'];
    expect(await pipeline().eventNames(lead.id)).to.deep.equal(events);
  });

  it('treat a null reason and null notes as absent', async () => {
    const lead = await pipeline().lead();
    expect((await move(lead.id, { stage: 'viewing', reason: null, notes: null })).status).to.equal(200);
    expect((await lose(lead.id, { reason: 'other', notes: null })).status).to.equal(200);
    const { body } = await pipeline().request('GET', `/v1/leads/${lead.id}/activity`);
    expect(body[1]).to.not.have.any.keys('reason', 'notes');
    expect(body[0]).to.include({ reason: 'other' }).and.not.to.have.property('notes');
  });

  it('return the same ETag as GET', async () => {
    const lead = await pipeline().lead();
    for (const reply of [await move(lead.id, { stage: 'viewing' }), await lose(lead.id, { reason: 'other' })]) {
      const read = await pipeline().request('GET', `/v1/leads/${lead.id}`, {
        headers: { 'if-none-match': reply.headers.get('etag') ?? '' },
      });
      expect(read.status).to.equal(reply.body.stage === 'lost' ? 304 : 200);
    }
  });

  for (const reason of lossReasons) {
    it(`lose a lead for ${reason}`, async () => {
      const lead = await pipeline().lead();
      const { status, body } = await lose(lead.id, { reason });
      expect(status).to.equal(200);
      expect(body.stage).to.equal('lost');
      const events = ['lead.created', 'lead.updated', 'lead.stage_changed', 'lead.lost'];
      expect(await pipeline().eventNames(lead.id)).to.deep.equal(events);
    });
  }

  const faults: readonly (readonly [string, string, object, string])[] = [
    ['no stage', 'stage', {}, 'stage'],
    ['a stage that is none', 'stage', { stage: 'closed' }, 'stage'],
    ['notes that are not text', 'stage', { stage: 'viewing', notes: 5 }, 'notes'],
    ['no reason', 'lost', {}, 'reason'],
    ['a reason that is none', 'lost', { reason: 'rain' }, 'reason'],
  ];
  for (const [what, path, body, field] of faults) {
    it(`answer 422 to ${what} on /${path}, and do not change the lead`, async () => {
      const lead = await pipeline().lead();
      const reply = await pipeline().request('POST', `/v1/leads/${lead.id}/${path}`, { body });
      expect(reply.status).to.equal(422);
      expect(reply.body.details[0].field).to.equal(field);
      expect((await pipeline().request('GET', `/v1/leads/${lead.id}`)).body).to.deep.equal(lead);
    });
  }

  it('answer 404 for an unknown lead', async () => {
    expect((await move('lead_none', { stage: 'viewing' })).status).to.equal(404);
    expect((await lose('lead_none', { reason: 'other' })).status).to.equal(404);
  });
});
