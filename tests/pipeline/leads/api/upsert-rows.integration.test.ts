import type { Caller } from '@plotline/kit/core/caller';
import { expect } from 'chai';
import { importRows } from '../../../support/import-rows.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';
import { rebuildCounters } from '../../support/rebuild-counters.js';

let people = 0;

/** Returns a lead's fields that no other test uses. */
function person(changes: object = {}) {
  people += 1;
  return { name: `Person ${people}`, email: `person${people}@upsert.test`, ...changes };
}

describe('ImportRows of leads by key', () => {
  const pipeline = useFixture(startPipeline);
  const run = (change: Parameters<typeof importRows>[1], as?: Partial<Caller>) => importRows(pipeline(), change, as);
  const read = async (id: string) => (await pipeline().request('GET', `/v1/leads/${id}`)).body;
  const outcomes = (results: Awaited<ReturnType<typeof run>>) => results.map(({ outcome }) => outcome);

  describe('mode=upsert', () => {
    const upsert = (...records: object[]) => run({ mode: 'upsert', records });

    it('finds the lead by external_id, merges like PUT, and publishes one event', async () => {
      const { id } = await pipeline().lead(person({ external_id: 'up-1', budget: { min: 1, max: 2 }, notes: 'Old' }));
      const [row] = await upsert({ external_id: 'up-1', budget: { max: 5 }, notes: null });
      expect(row).to.deep.include({ outcome: 'updated', id });
      expect(await read(id)).to.deep.include({ budget: { min: 1, max: 5, currency: null }, notes: null, stage: 'new' });
      const events = await pipeline().events(id);
      expect(events.map(({ event }) => event)).to.deep.equal(['lead.created', 'lead.updated']);
      expect(events[1].previous).to.deep.equal({ budget: { min: 1, max: 2, currency: null }, notes: 'Old' });
    });

    it('finds the lead by email if there is no external_id, and by phone number if there is no email', async () => {
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

    it('creates missing leads, and applies rows with the same key in order', async () => {
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
    });

    it('gives each row and the next change a later updated_at and a higher version', async () => {
      const [row] = await upsert(person({ external_id: 'each' }), { external_id: 'each', notes: 'Second' });
      const path = `/v1/leads/${row?.id}`;
      await upsert({ external_id: 'each', notes: 'Third' }, { external_id: 'each', notes: 'Fourth' });
      await pipeline().request('PUT', path, { body: { notes: 'Fifth' } });
      const events = await pipeline().events(row?.id ?? '');
      expect(events.map(({ version }) => version)).to.deep.equal([1, 2, 3, 4, 5]);
      const times: string[] = events.map(({ data }) => data.updated_at);
      expect(times).to.deep.equal([...new Set(times)].sort());
      expect(await read(row?.id ?? '')).to.deep.equal(events.at(-1)?.data);
    });

    it('rejects a row with an ambiguous key, and a row that lacks required fields of a new lead', async () => {
      const one = person();
      await pipeline().lead(one);
      await pipeline().lead(one);
      const results = await upsert({ email: one.email, notes: 'x' }, { external_id: 'nobody' }, {});
      expect(outcomes(results)).to.deep.equal(['failed', 'failed', 'failed']);
      expect(results[0]?.faults[0]).to.match(/^email: matches several leads, such as the lead lead_\w+ and the lead/);
      expect(results[1]?.faults).to.deep.equal(['name: is required', 'email: is required']);
      expect(results[2]?.faults).to.deep.equal(['name: is required', 'email: is required']);
    });

    it('rejects a change with the errors that PUT would report for the stored lead', async () => {
      const { id } = await pipeline().lead(person({ external_id: 'bounds', budget: { min: 10 } }));
      const body = { external_id: 'bounds', budget: { max: 5 }, assigned_agent: 'agent_gone' };
      const { body: refusal } = await pipeline().request('PUT', `/v1/leads/${id}`, { body });
      const told = refusal.details.map(({ field, message }: Record<string, string>) => `${field}: ${message}`);
      expect(told).to.have.length(2);
      expect((await upsert(body))[0]).to.deep.include({ outcome: 'failed', faults: told });
    });

    it('creates one lead for two simultaneous calls', async () => {
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
      expect((await rebuildCounters(pipeline().context, 'sandbox')).corrected).to.equal(0);
    });
  });

  describe('a dry run', () => {
    it('gives the same results as the import and stores nothing', async () => {
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
});
