import type { Caller } from '@plotline/kit/core/caller';
import { ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';
import { expect } from 'chai';
import { importRows, newImportId } from '../support/import-rows.js';
import { refusalOf } from '../support/refusal-of.js';
import { callContext } from '../support/test-runtime.js';
import { useFixture } from '../support/use-fixture.js';
import { person, propertyBody, startInventory, unitBody } from './support/inventory.js';

/**
 * Errors of POST for references that aren't ids, and the matching errors of an import. An import also accepts names.
 */
const acceptedNames = new Map([
  [
    'property_id: must be the id of a property of this workspace',
    'property_id: must be the id, external id or name of a property of this workspace',
  ],
  [
    'assigned_agent: must be the id of an agent of this workspace',
    'assigned_agent: must be the id, external id, email or full name of an agent of this workspace',
  ],
]);

let names = 0;

/** Returns a unique name. */
function newName(): string {
  names += 1;
  return `Name ${names}`;
}

describe('ImportRows of units and properties', () => {
  const inventory = useFixture(startInventory);
  const run = (change: Parameters<typeof importRows>[1], as?: Partial<Caller>) => importRows(inventory(), change, as);
  const units = (change: Parameters<typeof importRows>[1], as?: Partial<Caller>) =>
    run({ resource: 'units', ...change }, as);
  const properties = (change: Parameters<typeof importRows>[1]) => run({ resource: 'properties', ...change });
  const read = async (path: string) => (await inventory().request('GET', path)).body;
  const outcomes = (results: Awaited<ReturnType<typeof run>>) => results.map(({ outcome }) => outcome);
  const faultsOf = ({ details }: { readonly details: readonly Record<string, string>[] }) =>
    details.map(({ field, message }) => `${field}: ${message}`);
  const eventsOf = async (id = '') => (await inventory().events(id)).map(({ event }) => event);

  it("stores units like POST, with their events and their property's counters", async () => {
    const { id: propertyId } = await inventory().property();
    const body = unitBody(propertyId, { name: newName(), size: { interior: 80 }, assigned_agent: 'agent_amira' });
    const { id: _id, created_at: _at, updated_at: _then, ...posted } = await inventory().create('/v1/units', body);
    const results = await units({ records: [body, { ...body, status: 'sold' }] });
    expect(outcomes(results)).to.deep.equal(['created', 'created']);
    expect(await read(`/v1/units/${results[0]?.id}`)).to.deep.include(posted);
    expect(await eventsOf(results[0]?.id)).to.deep.equal(['unit.created']);
    const counted = await read(`/v1/properties/${propertyId}`);
    expect(counted).to.deep.include({ units_count: 3, units_available: 2 });
  });

  it('stores properties like POST, and immediately accepts units for them', async () => {
    const body = { ...propertyBody, name: newName(), pricing: { min_price: 5 } };
    const { id: _id, created_at: _at, updated_at: _then, ...posted } = await inventory().create('/v1/properties', body);
    const [row] = await properties({ records: [body] });
    expect(await read(`/v1/properties/${row?.id}`)).to.deep.include(posted);
    expect(await eventsOf(row?.id)).to.deep.equal(['property.created']);
    await inventory().unit(row?.id ?? '');
    expect(await read(`/v1/properties/${row?.id}`)).to.deep.include({ units_count: 1, units_available: 1 });
  });

  it('rejects units with any error that POST reports, and stores the other units', async () => {
    const { id } = await inventory().property();
    const foreign = await inventory().property({}, { workspaceId: 'ws_two' });
    inventory().directory.deactivate('agent_bruno');
    const ofForeign = unitBody(foreign.id);
    const bodies = [
      {},
      unitBody(id, { price: { amount: -1, currency: 'AE' } }),
      unitBody('prop_none'),
      ofForeign,
      unitBody(id, { assigned_agent: 'agent_nobody' }),
      unitBody(id, { assigned_agent: 'agent_bruno' }),
      unitBody('prop_none', { status: 'gone' }),
    ];
    const refusals: string[][] = [];
    for (const body of bodies) refusals.push(faultsOf((await inventory().request('POST', '/v1/units', { body })).body));
    const results = await units({ records: [unitBody(id), ...bodies, unitBody(id)] });
    expect(outcomes(results)).to.deep.equal(['created', ...bodies.map(() => 'failed'), 'created']);
    // The id of another workspace's property has the same form as an id of this workspace.
    const inImport = refusals.map((faults, place) =>
      faults.map((fault) => (bodies[place] === ofForeign ? fault : (acceptedNames.get(fault) ?? fault))),
    );
    expect(results.slice(1, -1).map(({ faults }) => [...faults].sort())).to.deep.equal(
      inImport.map((faults) => faults.sort()),
    );
  });

  it('rejects properties with any error that POST reports', async () => {
    const bodies = [
      {},
      { ...propertyBody, type: 'castle' },
      { ...propertyBody, pricing: { min_price: 2, max_price: 1 } },
      { ...propertyBody, location: { coordinates: { lat: 1 } }, completion_date: 'soon' },
    ];
    const refusals: string[][] = [];
    for (const body of bodies) {
      refusals.push(faultsOf((await inventory().request('POST', '/v1/properties', { body })).body).sort());
    }
    const results = await properties({ records: bodies });
    expect(results.map(({ faults }) => [...faults].sort())).to.deep.equal(refusals);
  });

  it('rejects a new status for a unit in an active deal, and reports the field', async () => {
    const { id } = await inventory().property();
    const { id: unit_id, name } = await inventory().unit(id, { name: newName() });
    const sale = { unit_id, deal_id: 'deal_live', lead_id: 'lead_one' };
    await inventory().rpc(ListingsServiceService.sellUnit, sale, callContext());
    const [row] = await units({ mode: 'upsert', records: [{ property_id: id, name, status: 'available' }] });
    expect(row?.faults.map((fault) => fault.split(':')[0])).to.deep.equal(['status']);
  });

  it('rejects a row if a stored record or an earlier row has the same external_id', async () => {
    const { id } = await inventory().property({ external_id: 'p-taken' });
    const unit = await inventory().unit(id, { external_id: 'u-taken' });
    const ofUnits = await units({
      records: ['u-taken', 'u-new', 'u-new'].map((external_id) => unitBody(id, { external_id })),
    });
    expect(ofUnits.map(({ faults }) => faults)).to.deep.equal([
      [`external_id: belongs to the unit ${unit.id}`],
      [],
      ['external_id: belongs to row 2'],
    ]);
    const [ofProperty] = await properties({ records: [{ ...propertyBody, external_id: 'p-taken' }] });
    expect(ofProperty?.faults).to.deep.equal([`external_id: belongs to the property ${id}`]);
  });

  it('finds a unit for an upsert by external_id, or by its name within the property, and merges like PUT', async () => {
    const { id: propertyId } = await inventory().property();
    const { id: otherId } = await inventory().property();
    const name = newName();
    const unit = await inventory().unit(propertyId, { name, external_id: 'up-unit', status: 'reserved' });
    const elsewhere = await inventory().unit(otherId, { name });
    const results = await units({
      mode: 'upsert',
      records: [
        { external_id: 'up-unit', bedrooms: 2 },
        { property_id: propertyId, name, price: { amount: 5 }, status: 'sold' },
        { property_id: propertyId, name },
      ],
    });
    expect(results.map(({ outcome, id }) => [outcome, id])).to.deep.equal([
      ['updated', unit.id],
      ['updated', unit.id],
      ['unchanged', unit.id],
    ]);
    const changed = { bedrooms: 2, price: { amount: 5, currency: 'AED' }, status: 'sold', visibility: unit.visibility };
    expect(await read(`/v1/units/${unit.id}`)).to.deep.include(changed);
    expect(await eventsOf(unit.id)).to.deep.equal(['unit.created', 'unit.updated', 'unit.updated', 'unit.sold']);
    expect(await eventsOf(elsewhere.id)).to.deep.equal(['unit.created']);
    expect(await read(`/v1/properties/${propertyId}`)).to.deep.include({ units_count: 1, units_available: 0 });
  });

  it('finds a property for an upsert by external_id or name, and includes its counters in the event', async () => {
    const name = newName();
    const property = await inventory().property({ name });
    await inventory().unit(property.id);
    const records = [{ name, description: 'New' }, { name, external_id: 'other' }, { name }];
    const results = await properties({ mode: 'upsert', records });
    expect(outcomes(results)).to.deep.equal(['updated', 'failed', 'unchanged']);
    expect(results[1]?.faults).to.include('type: is required');
    const [, updated] = await inventory().events(property.id);
    expect(updated.data).to.deep.equal(await read(`/v1/properties/${property.id}`));
    expect([updated.event, updated.previous]).to.deep.equal(['property.updated', { description: null }]);
  });

  it('applies upserts with the same key in order, and rejects an upsert with an ambiguous key', async () => {
    const { id } = await inventory().property();
    const twice = newName();
    await inventory().unit(id, { name: twice });
    await inventory().unit(id, { name: twice });
    const body = unitBody(id, { name: newName() });
    const results = await units({
      mode: 'upsert',
      records: [body, { ...body, bedrooms: 1 }, { property_id: id, name: twice, bedrooms: 2 }],
    });
    expect(outcomes(results)).to.deep.equal(['created', 'updated', 'failed']);
    expect(results[2]?.faults[0]).to.match(/^name: matches several records, such as the unit unit_\w+ and the unit /);
    expect(await eventsOf(results[0]?.id)).to.deep.equal(['unit.created', 'unit.updated']);
  });

  it('creates one unit for two simultaneous upserts with the same new name', async () => {
    const { id } = await inventory().property();
    const change = { mode: 'upsert', records: [unitBody(id, { name: newName() })] };
    const results = (await Promise.all([units(change), units(change)])).flat();
    expect(outcomes(results).sort()).to.deep.equal(['created', 'unchanged']);
    expect(await read(`/v1/properties/${id}`)).to.deep.include({ units_count: 1 });
  });

  it('gives the same results in a dry run, and stores nothing', async () => {
    const { id } = await inventory().property();
    const body = unitBody(id, { name: newName() });
    const change = { mode: 'upsert', records: [body, { ...body, bedrooms: 1 }, { property_id: 'prop_none' }] };
    const dry = await units({ ...change, dry_run: true });
    expect(await read(`/v1/properties/${id}`)).to.deep.include({ units_count: 0 });
    const real = await units(change);
    expect(real.map(({ outcome, faults }) => [outcome, faults])).to.deep.equal(
      dry.map(({ outcome, faults }) => [outcome, faults]),
    );
    expect(dry.map((row) => row.id)).to.deep.equal(['', '', '']);
  });

  it('returns the same response to a repeated or simultaneous identical call, and stores nothing more', async () => {
    const { id } = await inventory().property();
    const change = { import_id: newImportId(), records: [unitBody(id), unitBody(id), {}] };
    const answers = await Promise.all([units(change), units(change), units(change)]);
    answers.push(await units(change));
    for (const answer of answers) expect(answer).to.deep.equal(answers[0]);
    expect(await read(`/v1/properties/${id}`)).to.deep.include({ units_count: 2 });
  });

  it('is refused for agents, and records the caller in the timeline', async () => {
    const { id } = await inventory().property();
    const refusal = await refusalOf(() => units({ records: [unitBody(id)] }, person('agent', 'agent_amira')));
    expect(refusal.reason).to.equal('role_not_allowed');
    const [row] = await units({ records: [unitBody(id)] }, person('admin', 'agent_amira'));
    const [entry] = await inventory().journal(row?.id ?? '');
    expect(entry).to.deep.include({ user: 'agent_amira' });
  });
});
