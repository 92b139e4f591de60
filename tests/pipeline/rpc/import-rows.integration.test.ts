import type { Caller } from '@plotline/kit/caller';
import { rebuildCounters } from '@plotline/pipeline/store/rebuild-counters';
import { expect } from 'chai';
import { importRows, newImportId } from '../../support/import-rows.js';
import { refusalOf } from '../../support/refusal-of.js';
import { useFixture } from '../../support/use-fixture.js';
import { startPipeline } from '../support/pipeline.js';

let people = 0;

/** The record of a lead that no other test has. */
function person(changes: object = {}) {
  people += 1;
  return { name: `Person ${people}`, email: `person${people}@import.test`, ...changes };
}

const agent: Partial<Caller> = {
  actor: { type: 'user', id: 'user_1', name: 'Amira', role: 'agent', agentId: 'agent_amira' },
  scopes: ['write:leads'],
};

describe('ImportRows of leads', () => {
  const pipeline = useFixture(startPipeline);
  const run = (change: Parameters<typeof importRows>[1], as?: Partial<Caller>) => importRows(pipeline(), change, as);
  const read = async (id: string, as?: Partial<Caller>) =>
    (await pipeline().request('GET', `/v1/leads/${id}`, { ...(as && { as }) })).body;
  const outcomes = (results: Awaited<ReturnType<typeof run>>) => results.map(({ outcome }) => outcome);

  describe('mode=create', () => {
    it('stores each row as POST stores it, with its events', async () => {
      const body = person({
        external_id: 'as-post',
        phone: '+351 910 000 001',
        source: 'website',
        budget: { min: 200_000, currency: 'EUR' },
        tags: [' vip ', 'vip'],
        assigned_agent: 'agent_amira',
        interested_properties: ['unit_a1'],
        last_contacted: '2026-03-01',
        stage: 'won',
        unheard_of: 1,
      });
      const {
        id: _id,
        created_at: _at,
        updated_at: _then,
        external_id: _e,
        ...posted
      } = await pipeline().lead({
        ...body,
        external_id: 'posted',
      });
      const [row] = await run({ records: [body] });
      expect(row).to.deep.include({ number: 1, outcome: 'created', faults: [] });
      expect(await read(row?.id ?? '')).to.deep.include({ ...posted, external_id: 'as-post' });
      const events = await pipeline().events(row?.id ?? '');
      expect(events.map(({ event }) => event)).to.deep.equal(['lead.created', 'lead.assigned']);
      expect(events[0].data).to.deep.equal(await read(row?.id ?? ''));
    });

    it('finds imported leads at once by search, as duplicates, and in the counters', async () => {
      const as = { workspaceId: 'ws_found' };
      const records = Array.from({ length: 60 }, (_, place) => ({
        name: `Found ${place}`,
        email: `found${place}@import.test`,
        phone: `+351 000 ${place}`,
      }));
      await run({ records }, as);
      const { body } = await pipeline().request('GET', '/v1/leads?search=found59@', { as });
      expect(body.map(({ name }: { name: string }) => name)).to.deep.equal(['Found 59']);
      const again = { name: 'Again', email: 'other@import.test', phone: '0035100059' };
      const posted = await pipeline().request('POST', '/v1/leads', { body: { ...again, phone: '351-00059' }, as });
      expect(posted.meta.possible_duplicates).to.have.length(1);
      const { context } = pipeline();
      const rebuilt = await rebuildCounters(context.runtime, context, 'live');
      expect(rebuilt.corrected).to.equal(0);
      expect(rebuilt.checked).to.be.greaterThan(0);
    });

    const bodies: readonly [title: string, body: object][] = [
      ['a missing name and email', {}],
      ['a wrong type and a wrong format', { name: 1, email: 'nobody' }],
      ['a nested field', { name: 'A', email: 'a@import.test', budget: { min: 5, max: 1 } }],
      ['an item of an array', { name: 'A', email: 'a@import.test', tags: ['fine', 'with, comma'] }],
      ['an unknown source', { name: 'A', email: 'a@import.test', source: 'dream' }],
      ['an unknown agent', { name: 'A', email: 'a@import.test', assigned_agent: 'agent_nobody' }],
      ['an agent who was deactivated', { name: 'A', email: 'a@import.test', assigned_agent: 'agent_gone' }],
      ['unknown listings', { name: 'A', email: 'a@import.test', interested_properties: ['unit_a1', 'unit_none'] }],
      ['a reference beside a fault of the contract', { name: 'A', assigned_agent: 'agent_nobody' }],
      ['a leap second', { name: 'A', email: 'a@import.test', last_contacted: '2016-12-31T23:59:60Z' }],
      ['text that cannot be stored', { name: 'A\u0000', email: 'a@import.test' }],
    ];
    for (const [title, body] of bodies) {
      it(`fails a row for ${title} with the faults that POST answers, and stores the others`, async () => {
        const { status, body: refusal } = await pipeline().request('POST', '/v1/leads', { body });
        expect(status).to.equal(422);
        const told = refusal.details.map(({ field, message }: Record<string, string>) => `${field}: ${message}`);
        const results = await run({ records: [person(), body, person()] });
        expect(outcomes(results)).to.deep.equal(['created', 'failed', 'created']);
        expect(results[1]).to.deep.equal({ number: 2, outcome: 'failed', id: '', faults: told });
      });
    }

    it('fails a row that is no JSON object, with a fault of the whole row', async () => {
      const results = await run({ records: ['{"name":', '[]', '"x"', '{"$where":1}', person()] });
      expect(outcomes(results)).to.deep.equal(['failed', 'failed', 'failed', 'failed', 'created']);
      for (const { faults } of results.slice(0, 4)) expect(faults[0]).to.match(/^: ./);
    });

    it('fails rows of a foreign agent or listing', async () => {
      const [row] = await run({ records: [person({ assigned_agent: 'agent_amira' })] }, { workspaceId: 'ws_other' });
      expect(row?.faults).to.deep.equal(['assigned_agent: must be the id of an agent of this workspace']);
    });

    it('fails a row whose external_id a stored lead or an earlier row has', async () => {
      const first = await pipeline().lead({ ...person(), external_id: 'taken' });
      const results = await run({
        records: [person({ external_id: 'taken' }), person({ external_id: 'new' }), person({ external_id: 'new' })],
      });
      expect(outcomes(results)).to.deep.equal(['failed', 'created', 'failed']);
      expect(results[0]?.faults).to.deep.equal([`external_id: is that of the lead ${first.id}`]);
      expect(results[2]?.faults).to.deep.equal(['external_id: is that of row 2']);
    });

    it('on_duplicate decides on rows whose email or phone a stored lead or an earlier row has', async () => {
      const stored = person({ phone: '+351 555 123' });
      const { id } = await pipeline().lead(stored);
      const fresh = person();
      const records = [{ ...person(), phone: '351555123' }, fresh, { ...fresh, name: 'Again' }];
      const rejected = await run({ records, on_duplicate: 'reject' });
      expect(outcomes(rejected)).to.deep.equal(['failed', 'created', 'failed']);
      expect(rejected[0]?.faults).to.deep.equal([`phone: the lead ${id} has the same phone`]);
      expect(rejected[2]?.faults).to.deep.equal(['email: row 2 has the same email']);
      const returned = await run({ records, on_duplicate: 'return' });
      expect(outcomes(returned)).to.deep.equal(['unchanged', 'unchanged', 'unchanged']);
      expect(returned.map((row) => row.id)).to.deep.equal([id, rejected[1]?.id, rejected[1]?.id]);
      expect(outcomes(await run({ records }))).to.deep.equal(['created', 'created', 'created']);
    });
  });

  describe('mode=upsert', () => {
    const upsert = (...records: object[]) => run({ mode: 'upsert', records });

    it('finds the lead by external_id, merges as PUT does, and tells of it with one event', async () => {
      const { id } = await pipeline().lead(person({ external_id: 'up-1', budget: { min: 1, max: 2 }, notes: 'Old' }));
      const [row] = await upsert({ external_id: 'up-1', budget: { max: 5 }, notes: null, stage: 'won' });
      expect(row).to.deep.include({ outcome: 'updated', id });
      expect(await read(id)).to.deep.include({ budget: { min: 1, max: 5, currency: null }, notes: null, stage: 'new' });
      const events = await pipeline().events(id);
      expect(events.map(({ event }) => event)).to.deep.equal(['lead.created', 'lead.updated']);
      expect(events[1].previous).to.deep.equal({ budget: { min: 1, max: 2, currency: null }, notes: 'Old' });
    });

    it('finds the lead by email without external_id, and by phone without email', async () => {
      const one = person({ phone: '+351 777 001' });
      const { id } = await pipeline().lead(one);
      const results = await upsert(
        { email: one.email.toUpperCase(), name: 'By email' },
        { phone: '351777001', notes: 'x' },
      );
      expect(results.map((row) => [row.outcome, row.id])).to.deep.equal([
        ['updated', id],
        ['updated', id],
      ]);
      expect(await read(id)).to.deep.include({ name: 'By email', notes: 'x', email: one.email });
      expect(await pipeline().eventNames(id)).to.deep.equal(['lead.created', 'lead.updated', 'lead.updated']);
    });

    it('leaves equal values unchanged, without an event or a new version', async () => {
      const one = person({ external_id: 'same', tags: ['a'] });
      const { id } = await pipeline().lead(one);
      const before = await read(id);
      expect(await upsert(one)).to.deep.equal([{ number: 1, outcome: 'unchanged', id, faults: [] }]);
      expect(await read(id)).to.deep.equal(before);
      expect(await pipeline().eventNames(id)).to.deep.equal(['lead.created']);
    });

    it('creates what it does not find, and applies rows with the same key in their order', async () => {
      const one = person({ external_id: 'twice' });
      const results = await upsert(
        one,
        { external_id: 'twice', notes: 'Second' },
        { external_id: 'twice', notes: 'Third' },
      );
      expect(outcomes(results)).to.deep.equal(['created', 'updated', 'updated']);
      const [id = ''] = results.map((row) => row.id);
      expect(await read(id)).to.deep.include({ name: one.name, notes: 'Third' });
      const events = await pipeline().events(id);
      expect(events.map(({ event }) => event)).to.deep.equal(['lead.created', 'lead.updated', 'lead.updated']);
      expect(events[2].previous).to.deep.equal({ notes: 'Second' });
      const [{ version } = { version: 0 }] = await pipeline().context.leads.getAll(
        { workspaceId: 'ws_test', mode: 'live' },
        [id],
      );
      expect(version).to.equal(1);
    });

    it('fails a row of an ambiguous key, and one that a new lead lacks fields for', async () => {
      const one = person();
      await pipeline().lead(one);
      await pipeline().lead(one);
      const results = await upsert({ email: one.email, notes: 'x' }, { external_id: 'nobody' }, {});
      expect(outcomes(results)).to.deep.equal(['failed', 'failed', 'failed']);
      expect(results[0]?.faults[0]).to.match(
        /^email: is that of several leads, such as the lead lead_\w+ and the lead/,
      );
      expect(results[1]?.faults).to.deep.equal(['name: is required', 'email: is required']);
      expect(results[2]?.faults).to.deep.equal(['name: is required', 'email: is required']);
    });

    it('fails a change for faults that PUT finds in the lead as it is', async () => {
      const { id } = await pipeline().lead(person({ external_id: 'bounds', budget: { min: 10 } }));
      const body = { external_id: 'bounds', budget: { max: 5 }, assigned_agent: 'agent_gone' };
      const { body: refusal } = await pipeline().request('PUT', `/v1/leads/${id}`, { body });
      const told = refusal.details.map(({ field, message }: Record<string, string>) => `${field}: ${message}`);
      expect(told).to.have.length(2);
      expect((await upsert(body))[0]).to.deep.include({ outcome: 'failed', faults: told });
    });

    it('of two at the same time, one creates a lead and the other finds it', async () => {
      const one = person();
      const results = await Promise.all([upsert({ ...one, notes: 'x' }), upsert({ ...one, notes: 'x' })]);
      expect(results.map(([row]) => row?.outcome).sort()).to.deep.equal(['created', 'unchanged']);
      expect(new Set(results.map(([row]) => row?.id)).size).to.equal(1);
    });

    it('keeps counters exact when leads move to another agent', async () => {
      const as = { workspaceId: 'ws_test', mode: 'sandbox' as const };
      const records = Array.from({ length: 5 }, (_, place) =>
        person({ external_id: `m${place}`, assigned_agent: 'agent_amira' }),
      );
      await run({ mode: 'upsert', records }, as);
      const moved = records.map((_, place) => ({
        external_id: `m${place}`,
        assigned_agent: 'agent_bruno',
        source: 'portal',
      }));
      expect(outcomes(await run({ mode: 'upsert', records: moved }, as))).to.deep.equal(moved.map(() => 'updated'));
      const { context } = pipeline();
      expect((await rebuildCounters(context.runtime, context, 'sandbox')).corrected).to.equal(0);
    });
  });

  describe('a dry run', () => {
    it('gives the verdicts of the import and stores nothing', async () => {
      const { id } = await pipeline().lead(person({ external_id: 'dry' }));
      const fresh = person();
      const records = [{ external_id: 'dry', notes: 'New' }, fresh, { ...fresh, notes: 'Later' }, { name: 'No email' }];
      const dry = await run({ mode: 'upsert', records, dry_run: true });
      expect(dry.map((row) => [row.outcome, row.id])).to.deep.equal([
        ['updated', id],
        ['created', ''],
        ['updated', ''],
        ['failed', ''],
      ]);
      expect(await pipeline().eventNames(id)).to.deep.equal(['lead.created']);
      const { body } = await pipeline().request('GET', `/v1/leads?search=${fresh.email}`);
      expect(body).to.deep.equal([]);
      const real = await run({ mode: 'upsert', records });
      expect(outcomes(real)).to.deep.equal(outcomes(dry));
      expect(real[3]?.faults).to.deep.equal(dry[3]?.faults);
    });
  });

  describe('a repeated call', () => {
    it('gets the same answer and stores nothing, one after the other and at the same time', async () => {
      const as = { workspaceId: 'ws_repeat' };
      const change = { import_id: newImportId(), records: [person(), person(), { name: 'No email' }] };
      const answers = await Promise.all(Array.from({ length: 4 }, () => run(change, as)));
      answers.push(await run(change, as));
      for (const answer of answers) expect(answer).to.deep.equal(answers[0]);
      const { body } = await pipeline().request('GET', '/v1/leads', { as });
      expect(body).to.have.length(2);
      for (const { id } of body) expect(await pipeline().eventNames(id)).to.deep.equal(['lead.created']);
    });

    it('is another one with another first row, and refused with other rows', async () => {
      const change = { import_id: newImportId(), records: [person()] };
      await run(change);
      expect(outcomes(await run({ ...change, firstRow: 2 }))).to.deep.equal(['created']);
      const refusal = await refusalOf(() => run({ ...change, records: [person()] }));
      expect([refusal.code, refusal.reason]).to.deep.equal(['VALIDATION_ERROR', 'idempotency_key_reused']);
    });
  });

  describe('the caller', () => {
    it('who asked is the actor of the timeline, and decides on scope, workspace and mode', async () => {
      const record = person({ assigned_agent: 'agent_amira' });
      const [row] = await run({ records: [record] }, agent);
      const [entry] = await pipeline().journal(row?.id ?? '');
      expect(entry).to.deep.include({ user: 'agent_amira' });
      expect(entry?.actor).to.deep.include({ type: 'user', name: 'Amira' });
      expect(await read(row?.id ?? '')).to.deep.include({ source: 'manual' });
      const elsewhere = await pipeline().request('GET', `/v1/leads/${row?.id}`, { as: { workspaceId: 'ws_other' } });
      expect(elsewhere.status).to.equal(404);
      const [other] = await run({ mode: 'upsert', records: [{ email: record.email }] }, { mode: 'sandbox' });
      expect(other?.outcome).to.equal('failed');
    });

    it('is refused without the scope, and as a viewer', async () => {
      const change = { records: [person()] };
      const viewer: Partial<Caller> = { actor: { type: 'user', id: 'user_2', name: 'V', role: 'viewer' } };
      expect((await refusalOf(() => run(change, { scopes: ['read:leads'] }))).reason).to.equal('missing_scope');
      expect((await refusalOf(() => run(change, viewer))).reason).to.equal('role_not_allowed');
    });
  });

  const requests: readonly [title: string, change: Partial<Parameters<typeof importRows>[1]>, field: string][] = [
    ['no rows', { records: [] }, 'rows'],
    ['more than 500 rows', { records: Array.from({ length: 501 }, () => ({})) }, 'rows'],
    ['rows that do not begin at 1 or later', { firstRow: 0 }, 'rows'],
    ['another resource', { resource: 'units' }, 'resource'],
    ['another mode', { mode: 'replace' }, 'mode'],
    ['another on_duplicate', { on_duplicate: 'ignore' }, 'on_duplicate'],
    ['no import_id', { import_id: '' }, 'import_id'],
  ];
  for (const [title, change, field] of requests) {
    it(`refuses a call with ${title}`, async () => {
      const refusal = await refusalOf(() => run({ records: [{}], ...change }));
      expect(refusal.code).to.equal('VALIDATION_ERROR');
      expect(refusal.details.map((fault) => fault.field)).to.deep.equal([field]);
    });
  }
});
