import { setTimeout as sleep } from 'node:timers/promises';
import { noContent, ok } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import type { Lead } from '@plotline/pipeline/leads/model/lead';
import { expect } from 'chai';
import { refusalOf } from '../../../support/refusal-of.js';
import { testCaller } from '../../../support/test-runtime.js';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';
import { sampleLead } from '../../support/sample-lead.js';

/** Different leads that are created at the same time. */
function newLeads(count: number): Lead[] {
  return Array.from({ length: count }, (_, place) =>
    sampleLead({ id: newId('lead'), email: `lead${place}@example.com`, phone: `+351 910 00${place}` }),
  );
}

describe('LeadWriter', () => {
  const pipeline = useFixturePerTest(startPipeline);
  /** Leads of each transaction. */
  let sizes: number[];
  beforeEach(async () => {
    sizes = [];
    const { journal } = pipeline().runtime;
    const commitTogether = journal.commitTogether.bind(journal);
    journal.commitTogether = (changes, write, answers) => {
      sizes.push(changes.length);
      return commitTogether(changes, write, answers);
    };
  });

  const addAll = (arrivals: readonly (readonly [Caller, Lead])[]) =>
    Promise.allSettled(
      arrivals.map(([caller, lead]) => pipeline().context.leadWriter.add({ caller }, lead, () => noContent())),
    );

  it('stores simultaneous leads in shared transactions, each with its own actor and event', async () => {
    const arrivals = newLeads(30).map((lead, place) => {
      const actor = { type: 'key', id: `key_${place}`, name: `Key ${place}` } as const;
      return [testCaller('ws_test', 'live', { actor, requestId: `req_${place}` }), lead] as const;
    });
    for (const { status } of await addAll(arrivals)) expect(status).to.equal('fulfilled');
    expect(sizes).to.have.length.below(5);
    for (const [{ actor, requestId }, lead] of arrivals) {
      const [entry, ...others] = await pipeline().journal(lead.id);
      expect(others).to.deep.equal([]);
      expect([entry?.type, entry?.actor, entry?.request_id]).to.deep.equal(['created', actor, requestId]);
      expect(entry?.events.map(({ name, payload }) => [name, JSON.parse(payload).data.id])).to.deep.equal([
        ['lead.created', lead.id],
      ]);
    }
    const { stages } = (
      await pipeline().request('GET', '/v1/analytics/funnel?start_date=2026-03-01&end_date=2026-03-01')
    ).body;
    expect(stages[0]).to.include({ stage: 'new', count: 30 });
  });

  it('stores the other leads when one cannot be stored', async () => {
    const [taken, ...others] = newLeads(10);
    if (!taken) throw new Error('there are leads');
    await pipeline().context.leadWriter.add({ caller: testCaller() }, taken, () => noContent());
    const arrivals = [...others.slice(0, 5), taken, ...others.slice(5)].map((lead) => [testCaller(), lead] as const);
    const outcomes = await addAll(arrivals);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(
      arrivals.map(([, lead]) => (lead === taken ? 'rejected' : 'fulfilled')),
    );
    expect((await pipeline().request('GET', '/v1/leads')).meta.total).to.equal(10);
  });

  it('stores many simultaneous leads in two parallel transactions, and each lead once if one of them fails', async () => {
    const [taken, ...others] = newLeads(70);
    if (!taken) throw new Error('there are leads');
    await pipeline().context.leadWriter.add({ caller: testCaller() }, taken, () => noContent());
    sizes = [];
    const arrivals = [...others.slice(0, 60), taken, ...others.slice(60)].map((lead) => [testCaller(), lead] as const);
    const outcomes = await addAll(arrivals);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(
      arrivals.map(([, lead]) => (lead === taken ? 'rejected' : 'fulfilled')),
    );
    expect((await pipeline().request('GET', '/v1/leads')).meta.total).to.equal(70);
    const alone = Array.from({ length: 35 }, () => 1);
    expect(sizes, 'two halves, and each of the one that failed').to.deep.equal([35, 35, ...alone]);
  });

  it('stores the other leads if one request has no time left', async () => {
    const [late, ...others] = newLeads(10);
    if (!late) throw new Error('there are leads');
    const caller = testCaller();
    const [refused, ...stored] = await addAll([
      [{ ...caller, deadline: Date.now() }, late],
      ...others.map((lead) => [caller, lead] as const),
    ]);
    expect(refused).to.have.nested.property('reason.code', 'SERVICE_UNAVAILABLE');
    for (const { status } of stored) expect(status).to.equal('fulfilled');
    expect(await pipeline().context.leads.get(caller, late.id)).to.equal(null);
  });

  it('stores the other leads if one request runs out of time during the transaction', async () => {
    const [late, ...others] = newLeads(10);
    if (!late) throw new Error('there are leads');
    const { journal } = pipeline().runtime;
    const commitTogether = journal.commitTogether.bind(journal);
    const caller = testCaller();
    const hurried = { ...caller, deadline: Date.now() + 1_000 };
    journal.commitTogether = async (changes, write, answers) => {
      if (changes.some((change) => change.caller.deadline === hurried.deadline)) await sleep(1_000);
      return commitTogether(changes, write, answers);
    };
    const arrivals = others.map((lead) => [caller, lead] as const);
    const outcomes = await addAll([...arrivals.slice(0, 5), [hurried, late], ...arrivals.slice(5)]);
    const [refused] = outcomes.splice(5, 1);
    expect(refused).to.have.nested.property('reason.code', 'SERVICE_UNAVAILABLE');
    for (const { status } of outcomes) expect(status).to.equal('fulfilled');
    expect(sizes, 'the others share theirs').to.have.length.of.at.most(4);
  });

  it('reports duplicates among simultaneous leads, and stores only one lead per external id', async () => {
    const [first, same, other, taken] = newLeads(4);
    if (!first || !same || !other || !taken) throw new Error('there are leads');
    const leads = [
      { ...first, external_id: 'crm-1' },
      { ...same, email: first.email },
      other,
      { ...taken, external_id: 'crm-1' },
    ];
    const { leadWriter } = pipeline().context;
    const [alone, second, third, refused] = leads.map((lead) =>
      leadWriter.add({ caller: testCaller() }, lead, (ids) => ok(ids)),
    );
    expect(await refusalOf(() => refused)).to.include({ code: 'CONFLICT', reason: 'external_id_in_use' });
    expect(await Promise.all([alone, second, third])).to.deep.equal([ok([]), ok([first.id]), ok([])]);
  });

  it('stores the other leads together if some external ids are taken', async () => {
    const withIds = (leads: readonly Lead[]) => leads.map((lead, place) => ({ ...lead, external_id: `crm-${place}` }));
    const held = withIds(newLeads(3));
    const given = (leads: readonly Lead[]) => addAll(leads.map((lead) => [testCaller(), lead] as const));
    await given(held);
    sizes = [];
    const outcomes = await given(withIds(newLeads(10)));
    expect(outcomes.map((outcome) => ('reason' in outcome ? outcome.reason.data.id : null))).to.deep.equal([
      ...held.map(({ id }) => id),
      ...Array.from({ length: 7 }, () => null),
    ]);
    expect(sizes, 'all, then without those that are refused').to.deep.equal([10, 7]);
    expect((await pipeline().request('GET', '/v1/leads')).meta.total).to.equal(10);
  });

  it('stores no lead if its duplicates could not be looked up', async () => {
    const { leadWriter } = pipeline().context;
    const find = leadWriter.findDuplicatesOfEach.bind(leadWriter);
    leadWriter.findDuplicatesOfEach = async () => {
      await sleep(100);
      throw new Error('The lookup failed.');
    };
    const outcomes = await addAll(newLeads(3).map((lead) => [testCaller(), lead]));
    for (const outcome of outcomes) expect(outcome).to.have.nested.property('reason.message', 'The lookup failed.');
    leadWriter.findDuplicatesOfEach = find;
    expect((await pipeline().request('GET', '/v1/leads')).meta.total).to.equal(0);
  });

  it('reports duplicates even if their look-up takes longer than storing the lead', async () => {
    const { leadWriter } = pipeline().context;
    const [known, like] = newLeads(2);
    if (!known || !like) throw new Error('there are leads');
    const add = (lead: Lead) => leadWriter.add({ caller: testCaller() }, lead, (ids) => ok(ids));
    await add(known);
    const find = leadWriter.findDuplicatesOfEach.bind(leadWriter);
    leadWriter.findDuplicatesOfEach = async (tenant, contacts) => {
      await sleep(500);
      return find(tenant, contacts);
    };
    expect(await add({ ...like, email: known.email })).to.deep.equal(ok([known.id]));
  });

  it('stores each lead in its workspace and mode', async () => {
    const callers = [
      testCaller(),
      testCaller('ws_test', 'live', { workspaceId: 'ws_two' }),
      testCaller('ws_test', 'live', { mode: 'sandbox' }),
    ];
    await addAll(newLeads(30).map((lead, place) => [callers[place % 3] ?? testCaller(), lead]));
    for (const as of callers) {
      expect((await pipeline().request('GET', '/v1/leads', { as })).meta.total).to.equal(10);
    }
  });

  it('finds the duplicates of each contact in one shared look-up', async () => {
    const before = await Promise.all(
      [0, 1, 2, 3].map((place) => pipeline().lead({ email: `known${place}@example.com` })),
    );
    const found = await Promise.all(
      [0, 1, 2, 3, 4].map((place) =>
        pipeline().context.leadWriter.findDuplicatesOf(testCaller(), {
          email: `known${place}@example.com`,
          phone: null,
        }),
      ),
    );
    expect(found.map(({ ids }) => ids)).to.deep.equal([...before.map(({ id }) => [id]), []]);
  });
});
