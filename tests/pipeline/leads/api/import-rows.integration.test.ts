import type { Caller } from '@plotline/kit/core/caller';
import { expect } from 'chai';
import { importRows, newImportId } from '../../../support/import-rows.js';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';
import { rebuildCounters } from '../../support/rebuild-counters.js';

let people = 0;

/** Returns a lead's fields that no other test uses. */
function person(changes: object = {}) {
  people += 1;
  return { name: `Person ${people}`, email: `person${people}@import.test`, ...changes };
}

/** Messages of POST about references, and the matching messages of an import. An import also accepts names. */
const acceptedNames = new Map([
  [
    'must be the id of an agent of this workspace',
    'must be the id, external id, email or full name of an agent of this workspace',
  ],
  [
    'must be the id of a property or unit of this workspace',
    'must be the id, external id or name of a property or unit of this workspace, or property/unit number',
  ],
]);

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
    it('stores each row like POST, with its events', async () => {
      const body = person({
        external_id: 'as-post',
        phone: '+351 910 000 001',
        source: 'website',
        budget: { min: 200_000, currency: 'EUR' },
        tags: [' vip ', 'vip'],
        assigned_agent: 'agent_amira',
        interested_properties: ['unit_a1'],
        last_contacted: '2026-03-01',
        unheard_of: 1,
      });
      const {
        id: _id,
        created_at: _at,
        updated_at: _then,
        stage_entered_at: _since,
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

    it('immediately includes imported leads in search, duplicates and counters', async () => {
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
      const rebuilt = await rebuildCounters(pipeline().context);
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
      it(`rejects a row for ${title} with the same errors as POST, and stores the others`, async () => {
        const { status, body: refusal } = await pipeline().request('POST', '/v1/leads', { body });
        expect(status).to.equal(422);
        const told = refusal.details.map(
          ({ field, message }: Record<string, string>) => `${field}: ${acceptedNames.get(message ?? '') ?? message}`,
        );
        const results = await run({ records: [person(), body, person()] });
        expect(outcomes(results)).to.deep.equal(['created', 'failed', 'created']);
        expect(results[1]).to.deep.equal({ number: 2, outcome: 'failed', id: '', faults: told });
      });
    }

    it('rejects a row that is not a JSON object, with an error for the whole row', async () => {
      const results = await run({ records: ['{"name":', '[]', '"x"', '{"$where":1}', person()] });
      expect(outcomes(results)).to.deep.equal(['failed', 'failed', 'failed', 'failed', 'created']);
      for (const { faults } of results.slice(0, 4)) expect(faults[0]).to.match(/^: ./);
    });

    it('stores no row with known errors, and adds the errors of its other fields', async () => {
      const fault = { field: 'email', message: 'cannot be read' };
      const as = { workspaceId: 'ws_known_faults' };
      const faulty = { name: 'Noor', source: 'pigeon', assigned_agent: 'agent_of_others', timeline: 'soon' };
      const change = { import_id: newImportId(), records: [person(), faulty], knownFaults: { 1: [fault] } };
      const results = await run(change, as);
      expect(outcomes(results)).to.deep.equal(['created', 'failed']);
      const fields = results[1]?.faults.map((text) => text.slice(0, text.indexOf(':')));
      expect(fields).to.have.members(['email', 'source', 'assigned_agent', 'timeline']);
      expect(await run(change, as)).to.deep.equal(results);
      expect((await pipeline().request('GET', '/v1/leads', { as })).body).to.have.length(1);
      const other = { ...change, knownFaults: { 1: [{ ...fault, field: 'phone' }] } };
      expect((await refusalOf(() => run(other, as))).reason).to.equal('idempotency_key_reused');
    });

    it('rejects rows with an agent or listing from another workspace', async () => {
      const [row] = await run({ records: [person({ assigned_agent: 'agent_amira' })] }, { workspaceId: 'ws_other' });
      expect(row?.faults).to.have.length(1);
      expect(row?.faults[0]).to.match(/^assigned_agent: must be the id, .* of an agent of this workspace$/);
    });

    it('rejects a row if a stored lead or an earlier row has the same external_id', async () => {
      const first = await pipeline().lead({ ...person(), external_id: 'taken' });
      const results = await run({
        records: [person({ external_id: 'taken' }), person({ external_id: 'new' }), person({ external_id: 'new' })],
      });
      expect(outcomes(results)).to.deep.equal(['failed', 'created', 'failed']);
      expect(results[0]?.faults).to.deep.equal([`external_id: belongs to the lead ${first.id}`]);
      expect(results[2]?.faults).to.deep.equal(['external_id: belongs to row 2']);
    });

    it('applies on_duplicate to rows whose email or phone number a stored lead or an earlier row has', async () => {
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

  describe('a repeated call', () => {
    it('gets the same response and stores nothing more, even if it runs concurrently', async () => {
      const as = { workspaceId: 'ws_repeat' };
      const change = { import_id: newImportId(), records: [person(), person(), { name: 'No email' }] };
      const answers = await Promise.all(Array.from({ length: 4 }, () => run(change, as)));
      answers.push(await run(change, as));
      for (const answer of answers) expect(answer).to.deep.equal(answers[0]);
      const { body } = await pipeline().request('GET', '/v1/leads', { as });
      expect(body).to.have.length(2);
      for (const { id } of body) expect(await pipeline().eventNames(id)).to.deep.equal(['lead.created']);
    });

    it('imports nothing if it requests only the stored response', async () => {
      const as = { workspaceId: 'ws_kept' };
      const change = { import_id: newImportId(), records: [person(), { name: 'No email' }] };
      const ask = () => run({ ...change, only_kept: true }, as);
      expect(await ask()).to.deep.equal([]);
      expect(await run({ ...change, only_kept: true, dry_run: true }, as)).to.deep.equal([]);
      expect((await pipeline().request('GET', '/v1/leads', { as })).body).to.have.length(0);
      const answer = await run(change, as);
      expect(outcomes(answer)).to.deep.equal(['created', 'failed']);
      expect(await ask()).to.deep.equal(answer);
      expect((await pipeline().request('GET', '/v1/leads', { as })).body).to.have.length(1);
    });

    it('counts as a new call if its first row differs, and is refused if only other rows differ', async () => {
      const change = { import_id: newImportId(), records: [person()] };
      await run(change);
      expect(outcomes(await run({ ...change, firstRow: 2 }))).to.deep.equal(['created']);
      const refusal = await refusalOf(() => run({ ...change, records: [person()] }));
      expect([refusal.code, refusal.reason]).to.deep.equal(['VALIDATION_ERROR', 'idempotency_key_reused']);
    });
  });

  describe('the caller', () => {
    it('is the actor in the timeline, and determines scope, workspace and mode', async () => {
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

    it('is refused without the scope, or as a viewer', async () => {
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
