import { isTree, treesOf } from '../../../../support/contract/tree.js';
import type { Effect } from '../history/operation.js';
import { type Action, type Actor, happens, newName, pickOne, takeOne } from './tenant.js';

const statuses = ['available', 'reserved', 'off_market', 'rented'] as const;
const propertyStatuses = ['planning', 'under_construction', 'completed'] as const;

interface OwnProperty {
  readonly id: string;
  readonly unitIds: string[];
}

/** Properties and units that no one sells, and status changes of units that others try to sell. */
export function createListingActions(actor: Actor): readonly Action[] {
  const { client, random, tenant } = actor;
  const own: OwnProperty[] = [];
  const oneWithUnits = () =>
    pickOne(
      random,
      own.filter(({ unitIds }) => unitIds.length > 0),
    );

  async function createProperty(): Promise<void> {
    const property = {
      name: newName(actor),
      type: random.pick(['villa', 'apartment', 'land'] as const),
      status: random.pick(propertyStatuses),
      location: { address: '1 Quay', area: 'Docks', city: 'Port', country: 'Northland' },
    };
    const { name, type, status } = property;
    const { data } = await client.call({
      name: 'createProperty',
      method: 'POST',
      path: '/v1/properties',
      body: property,
      expected: [201],
      effects: [{ kind: 'create', resource: 'property', name, fields: { name, type, status } }],
    });
    if (isTree(data)) own.push({ id: String(data.id), unitIds: [] });
  }

  function newUnit(property: OwnProperty, number = 0) {
    return {
      property_id: property.id,
      name: `${newName(actor)}.${number}`,
      status: random.pick(statuses),
      bedrooms: random.between(1, 5),
      price: { amount: random.between(50, 900) * 1_000, currency: 'USD' },
    };
  }

  async function createUnit(): Promise<void> {
    const property = pickOne(random, own);
    if (!property) return;
    const unit = newUnit(property);
    const effects: Effect[] = [{ kind: 'create', resource: 'unit', name: unit.name, fields: unit }];
    const call = { name: 'createUnit', method: 'POST', path: '/v1/units', body: unit, effects } as const;
    const { data } = await client.call({ ...call, expected: [201] });
    if (isTree(data)) property.unitIds.push(String(data.id));
  }

  async function createUnits(): Promise<void> {
    const property = pickOne(random, own);
    if (!property) return;
    const units = Array.from({ length: random.between(2, 5) }, (_, number) => newUnit(property, number));
    const { data } = await client.call({
      name: 'createUnits',
      method: 'POST',
      path: '/v1/units/bulk',
      body: { units },
      expected: [201],
      effects: units.map((unit) => ({ kind: 'create', resource: 'unit', name: unit.name, fields: unit })),
    });
    for (const unit of treesOf(data)) property.unitIds.push(String(unit.id));
  }

  /** Writes a property and one of its units by their ids in another system. */
  async function importListings(): Promise<void> {
    const externalId = newName(actor);
    const property = { name: externalId, type: 'land', location: { city: 'Port' } };
    const path = `/v1/properties/external/${encodeURIComponent(externalId)}`;
    // 200 if a repeated request finds the record that the first attempt created.
    const expected = [200, 201];
    const { data } = await client.call({
      name: 'upsertPropertyByExternalId',
      method: 'PUT',
      path,
      body: property,
      expected,
      effects: [
        { kind: 'create', resource: 'property', name: externalId, fields: { external_id: externalId, type: 'land' } },
      ],
    });
    if (!isTree(data)) return;
    await client.call({ name: 'getPropertyByExternalId', method: 'GET', path });
    const created: OwnProperty = { id: String(data.id), unitIds: [] };
    own.push(created);
    const unit = { ...newUnit(created), name: externalId };
    const unitPath = `/v1/units/external/${encodeURIComponent(externalId)}`;
    const { data: stored } = await client.call({
      name: 'upsertUnitByExternalId',
      method: 'PUT',
      path: unitPath,
      body: unit,
      expected,
      effects: [{ kind: 'create', resource: 'unit', name: externalId, fields: { ...unit, external_id: externalId } }],
    });
    if (!isTree(stored)) return;
    await client.call({ name: 'getUnitByExternalId', method: 'GET', path: unitPath });
    created.unitIds.push(String(stored.id));
  }

  async function updateProperty(): Promise<void> {
    const property = pickOne(random, own);
    if (!property) return;
    const fields = random.pick([
      { description: newName(actor) },
      { status: random.pick(propertyStatuses), description: newName(actor) },
    ]);
    const effects: Effect[] = [{ kind: 'write', resource: 'property', id: property.id, fields }];
    const path = `/v1/properties/${property.id}`;
    await client.call({ name: 'updateProperty', method: 'PUT', path, body: fields, effects });
  }

  async function updateUnit(): Promise<void> {
    const id = pickOne(random, oneWithUnits()?.unitIds ?? []);
    if (!id) return;
    const fields = random.pick([
      { price: { amount: random.between(50, 900) * 1_000, currency: 'USD' } },
      { features: [newName(actor)] },
      { status: random.pick(statuses) },
    ]);
    const effects: Effect[] = [{ kind: 'write', resource: 'unit', id, fields }];
    await client.call({ name: 'updateUnit', method: 'PUT', path: `/v1/units/${id}`, body: fields, effects });
  }

  async function setStatus(): Promise<void> {
    const unitIds = happens(random, 40) ? [random.pick(tenant.unitIds)] : [...(oneWithUnits()?.unitIds ?? [])];
    if (unitIds.length === 0) return;
    const isContended = tenant.unitIds.some((id) => unitIds.includes(id));
    const status = isContended ? random.pick(['available', 'reserved'] as const) : random.pick(statuses);
    await client.call({
      name: 'updateUnitStatuses',
      method: 'PATCH',
      path: '/v1/units/bulk/status',
      body: { unit_ids: unitIds, status },
      // A sold unit remains sold.
      expected: isContended ? [200, 409] : [200],
      effects: unitIds.map((id) => ({ kind: 'write', resource: 'unit', id, fields: { status } })),
    });
  }

  async function deleteUnit(): Promise<void> {
    const id = takeOne(random, oneWithUnits()?.unitIds ?? []);
    if (!id) return;
    const effects: Effect[] = [{ kind: 'delete', resource: 'unit', id }];
    const path = `/v1/units/${id}`;
    await client.call({ name: 'deleteUnit', method: 'DELETE', path, effects, expected: [204, 404] });
  }

  async function deleteProperty(): Promise<void> {
    const property = own.length > 2 ? takeOne(random, own) : undefined;
    if (!property) return;
    const effects: Effect[] = [
      { kind: 'delete', resource: 'property', id: property.id },
      ...property.unitIds.map((id) => ({ kind: 'delete' as const, resource: 'unit' as const, id })),
    ];
    const path = `/v1/properties/${property.id}`;
    await client.call({ name: 'deleteProperty', method: 'DELETE', path, effects, expected: [200, 404] });
  }

  async function read(): Promise<void> {
    const id = pickOne(random, tenant.unitIds);
    await client.call({ name: 'getUnit', method: 'GET', path: `/v1/units/${id}?expand=property,agent` });
    const property = pickOne(random, own)?.id ?? tenant.propertyId;
    await client.call({ name: 'getProperty', method: 'GET', path: `/v1/properties/${property}` });
    await client.call({ name: 'listPropertyUnits', method: 'GET', path: `/v1/properties/${property}/units` });
  }

  return [
    createProperty,
    createUnit,
    createUnits,
    importListings,
    updateProperty,
    updateUnit,
    setStatus,
    createProperty,
    read,
    setStatus,
    updateUnit,
    deleteUnit,
    deleteProperty,
  ];
}
