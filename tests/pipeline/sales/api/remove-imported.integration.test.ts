import type { Caller } from '@plotline/kit/core/caller';
import { expect } from 'chai';
import { importRows, newImportId } from '../../../support/import-rows.js';
import { refusalOf } from '../../../support/refusal-of.js';
import { removeImported } from '../../../support/remove-imported.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';
import { rebuildCounters } from '../../support/rebuild-counters.js';

let people = 0;

function createPeople(count: number, fields: object = {}): object[] {
  return Array.from({ length: count }, () => {
    people += 1;
    return { name: `Undone ${people}`, email: `undone${people}@import.test`, ...fields };
  });
}

describe('RemoveImported of leads', () => {
  const pipeline = useFixture(startPipeline);
  const importLeads = async (records: readonly object[], as: Partial<Caller> = {}, change: object = {}) => {
    const importId = newImportId();
    const rows = await importRows(pipeline(), { import_id: importId, records, ...change }, as);
    return { importId, ids: rows.map(({ id }) => id) };
  };
  const remove = (importId: string, ids: readonly string[], as?: Partial<Caller>) =>
    removeImported(pipeline(), importId, 'leads', ids, as);
  const statusOf = async (id: string, as: Partial<Caller> = {}) =>
    (await pipeline().request('GET', `/v1/leads/${id}`, { as })).status;

  it('removes leads with their timelines, search data and counters, publishes an event for each, and can be repeated', async () => {
    const as = { workspaceId: 'ws_undo_leads' };
    const { importId, ids } = await importLeads(createPeople(3), as);
    expect(await remove(importId, ids, as)).to.deep.equal(['removed', 'removed', 'removed']);
    const [first = ''] = ids;
    expect(await statusOf(first, as)).to.equal(404);
    const { body } = await pipeline().request('GET', '/v1/leads?search=undone', { as });
    expect(body).to.deep.equal([]);
    const names = (await pipeline().eventNames(first)).filter((name) => name.startsWith('lead.'));
    expect(names).to.deep.equal(['lead.deleted']);
    expect((await pipeline().journal(first)).map(({ type }) => type)).to.deep.equal(['erased']);
    expect((await rebuildCounters(pipeline().context)).corrected).to.equal(0);
    expect(await remove(importId, ids, as)).to.deep.equal(['removed', 'removed', 'removed']);
    expect((await pipeline().journal(first)).map(({ type }) => type)).to.deep.equal(['erased']);
  });

  it('keeps leads that someone has changed, noted, won or deleted, and leads that were not imported', async () => {
    const { importId, ids } = await importLeads(createPeople(5, { interested_properties: ['unit_a1'] }));
    const [changed = '', noted = '', won = '', deleted = '', plain = ''] = ids;
    const { request } = pipeline();
    await request('PUT', `/v1/leads/${changed}`, { body: { timeline: '3_months' } });
    await request('POST', `/v1/leads/${noted}/notes`, { body: { content: 'Rang.' } });
    await request('POST', `/v1/leads/${won}/stage`, { body: { stage: 'viewing' } });
    await request('DELETE', `/v1/leads/${deleted}`);
    const { id: own } = await pipeline().lead({ email: 'own@undo.test' });
    const all = [changed, noted, won, deleted, own, plain];
    expect(await remove(importId, all)).to.deep.equal([
      ...['changed', 'changed', 'changed', 'deleted', 'changed', 'removed'],
    ]);
    expect(await Promise.all(all.map((id) => statusOf(id)))).to.deep.equal([200, 200, 200, 404, 200, 404]);
  });

  it('keeps leads that hold a unit or wait for one, even if the caller is an agent', async () => {
    const { importId, ids } = await importLeads(createPeople(3, { assigned_agent: 'agent_amira' }));
    const [holding = '', waiting = ''] = ids;
    pipeline().holds.add(holding);
    pipeline().holds.add(waiting, 'queued');
    const actor = { type: 'user', id: 'user_2', name: 'Bruno', role: 'agent', agentId: 'agent_bruno' } as const;
    expect(await remove(importId, ids, { actor })).to.deep.equal(['changed', 'changed', 'removed']);
    expect(await remove(importId, ids)).to.deep.equal(['changed', 'changed', 'removed']);
  });

  it('removes records that only the same import changed, and keeps records that another import changed', async () => {
    const records = createPeople(2);
    const upsert = { mode: 'upsert' };
    const { importId, ids } = await importLeads(records, {}, upsert);
    await importRows(pipeline(), {
      ...{ import_id: importId, mode: 'upsert', firstRow: 3 },
      records: [{ ...records[0], timeline: '2_months' }],
    });
    await importLeads([{ ...records[1], timeline: '2_months' }], {}, upsert);
    expect(await remove(importId, ids)).to.deep.equal(['removed', 'changed']);
  });

  it('does not remove records in another workspace or mode', async () => {
    const { importId, ids } = await importLeads(createPeople(1));
    expect(await remove(importId, ids, { workspaceId: 'ws_stranger' })).to.deep.equal(['deleted']);
    expect(await remove(importId, ids, { mode: 'sandbox' })).to.deep.equal(['deleted']);
    expect(await statusOf(ids[0] ?? '')).to.equal(200);
  });

  it('is refused without the right to delete, and for an invalid request', async () => {
    const { importId, ids } = await importLeads(createPeople(1));
    const viewer: Partial<Caller> = { actor: { type: 'user', id: 'user_1', name: 'Vi', role: 'viewer' } };
    expect((await refusalOf(() => remove(importId, ids, viewer))).code).to.equal('FORBIDDEN');
    expect((await refusalOf(() => remove(importId, ids, { scopes: ['read:leads'] }))).code).to.equal('FORBIDDEN');
    const many = Array.from({ length: 101 }, (_, place) => `lead_${place}`);
    for (const wrong of [[], many]) {
      expect((await refusalOf(() => remove(importId, wrong))).code).to.equal('VALIDATION_ERROR');
    }
    const refusal = await refusalOf(() => removeImported(pipeline(), importId, 'units', ids));
    expect(refusal.details).to.deep.equal([{ field: 'resource', message: 'cannot be imported by this service' }]);
  });
});
