import type { Caller } from '@plotline/kit/core/caller';
import { getQuotas } from '@plotline/protos/plotline/auth/v1/quotas';
import { UsageServiceService } from '@plotline/protos/plotline/usage/v1/usage';
import { expect } from 'chai';
import { importRows } from '../../../support/import-rows.js';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { propertyBody, startInventory, unitBody } from '../../support/inventory.js';

/** Quotas with few properties and units. Other plans have none. */
const quotasOf = (plan: string) =>
  plan === 'starter' ? { ...getQuotas(plan), properties: 2, units: 3 } : getQuotas(plan, 'unlimited');

const shownQuota = (headers: Headers) => ['name', 'limit', 'remaining'].map((part) => headers.get(`x-quota-${part}`));

describe('the quotas of properties and units', () => {
  const inventory = useFixture(() => startInventory(undefined, { quotasOf }));
  const starter = (workspaceId: string): Partial<Caller> => ({ workspaceId, plan: 'starter' });
  const post = (path: string, body: object, as: Partial<Caller>) => inventory().request('POST', path, { body, as });
  const countUsed = async (as: Partial<Caller>) =>
    (await inventory().rpc(UsageServiceService.getUsage, {}, callContext(as))).used;
  const property = (name: string) => ({ ...propertyBody, name });

  it('refuse the property after the last one, store nothing of it, and have room again after a deletion', async () => {
    const as = starter('ws_properties');
    const first = await post('/v1/properties', property('One'), as);
    expect(shownQuota(first.headers)).to.deep.equal(['properties', '2', '1']);
    const upserted = await inventory().request('PUT', '/v1/properties/external/two', { body: property('Two'), as });
    expect(upserted.status).to.equal(201);
    expect(shownQuota(upserted.headers)).to.deep.equal(['properties', '2', '0']);
    for (const [method, path] of [
      ['POST', '/v1/properties'],
      ['PUT', '/v1/properties/external/three'],
    ] as const) {
      const refused = await inventory().request(method, path, { body: property('Three'), as });
      expect([refused.status, refused.body.reason], path).to.deep.equal([409, 'quota_reached']);
      expect(refused.body.data).to.deep.equal({ quota: 'properties', limit: 2, used: 2 });
      expect(shownQuota(refused.headers)).to.deep.equal([null, null, null]);
    }
    expect(await countUsed(as)).to.deep.equal({ properties: 2, units: 0 });
    const change = { method: 'PUT', path: '/v1/properties/external/two', body: { name: 'Two, changed' } };
    expect((await inventory().request(change.method, change.path, { body: change.body, as })).status).to.equal(200);
    await inventory().request('DELETE', `/v1/properties/${first.body.id}`, { as });
    expect((await post('/v1/properties', property('Three'), as)).status).to.equal(201);
  });

  it('refuse the unit after the last one, and leave the counters of its property unchanged', async () => {
    const as = starter('ws_units');
    const { id } = await inventory().property({}, as);
    expect(shownQuota((await post('/v1/units', unitBody(id), as)).headers)).to.deep.equal(['units', '3', '2']);
    await inventory().unit(id, {}, as);
    await inventory().unit(id, {}, as);
    const refused = await post('/v1/units', unitBody(id), as);
    expect([refused.status, refused.body.reason]).to.deep.equal([409, 'quota_reached']);
    expect(refused.body.data).to.deep.equal({ quota: 'units', limit: 3, used: 3 });
    const { body } = await inventory().request('GET', `/v1/properties/${id}`, { as });
    expect(body).to.include({ units_count: 3, units_available: 3 });
  });

  it('refuse a bulk request of units as a whole, or the rows beyond them after those with errors', async () => {
    const as = starter('ws_bulk');
    const { id } = await inventory().property({}, as);
    const whole = await post('/v1/units/bulk', { units: Array.from({ length: 4 }, () => unitBody(id)) }, as);
    expect([whole.status, whole.body.reason]).to.deep.equal([409, 'quota_reached']);
    expect(await countUsed(as)).to.deep.equal({ properties: 1, units: 0 });
    const rows = [unitBody(id), unitBody('prop_none'), unitBody(id), unitBody(id), unitBody(id)];
    const partial = await post('/v1/units/bulk?partial=true', { units: rows }, as);
    expect(partial.body.map(({ status }: { status: number }) => status)).to.deep.equal([201, 422, 201, 201, 409]);
    expect(partial.body[4].error.data).to.deep.equal({ quota: 'units', limit: 3, used: 0 });
    expect(shownQuota(partial.headers)).to.deep.equal(['units', '3', '0']);
  });

  it('fail the rows of an import beyond them in the order of the file, without those that fail anyway', async () => {
    const as = starter('ws_import');
    const names = ['One', 'Two', 'Three'].map(property);
    const properties = await importRows(inventory(), { resource: 'properties', records: names }, as);
    expect(properties.map(({ outcome }) => outcome)).to.deep.equal(['created', 'created', 'failed']);
    expect(properties[2]?.faults).to.deep.equal([': Your plan allows 2 properties, and you have 0.']);
    const records = Array.from({ length: 5 }, () => unitBody(properties[0]?.id ?? ''));
    const knownFaults = { 0: [{ field: 'bedrooms', message: 'must be a number' }] };
    const units = await importRows(inventory(), { resource: 'units', records, knownFaults }, as);
    expect(units.map(({ outcome }) => outcome)).to.deep.equal(['failed', 'created', 'created', 'created', 'failed']);
    expect(await countUsed(as)).to.deep.equal({ properties: 2, units: 3 });
  });

  it('are exceeded by simultaneous requests only, and by no more than they add', async () => {
    const as = starter('ws_parallel');
    const { id } = await inventory().property({}, as);
    await inventory().unit(id, {}, as);
    await inventory().unit(id, {}, as);
    const replies = await Promise.all(Array.from({ length: 4 }, () => post('/v1/units', unitBody(id), as)));
    const added = replies.filter(({ status }) => status === 201).length;
    expect(added).to.be.within(1, 4);
    expect(await countUsed(as)).to.deep.equal({ properties: 1, units: 2 + added });
    const refused = await post('/v1/units', unitBody(id), as);
    expect(refused.body.data).to.deep.equal({ quota: 'units', limit: 3, used: 2 + added });
  });

  it('limit neither the sandbox, nor other plans, nor work without a plan', async () => {
    const of = starter('ws_free');
    for (const as of [
      { ...of, mode: 'sandbox' as const },
      { ...of, plan: 'enterprise' },
      { ...of, plan: '' },
    ]) {
      const { id } = await inventory().property({}, as);
      for (const name of ['Two', 'Three']) {
        const { status, headers } = await post('/v1/properties', property(name), as);
        expect([status, headers.get('x-quota-limit')]).to.deep.equal([201, null]);
      }
      for (const name of ['1', '2', '3', '4']) await inventory().unit(id, { name }, as);
    }
  });
});
