import type { ApiClient } from './api-client.js';

/** Number of rows in one bulk call. */
const maxRows = 100;

const defaultPrice = { amount: 100_000, currency: 'USD' };

async function createInBulk(
  api: ApiClient,
  path: '/v1/units/bulk' | '/v1/leads/bulk',
  count: number,
  toRow: (row: number) => object,
): Promise<string[]> {
  const name = path === '/v1/units/bulk' ? 'units' : 'leads';
  const ids: string[] = [];
  for (let first = 0; first < count; first += maxRows) {
    const rows = Array.from({ length: Math.min(maxRows, count - first) }, (_, place) => toRow(first + place));
    const answer = await api.post(path, { [name]: rows });
    if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
    ids.push(...answer.records.map(({ id }) => id));
  }
  return ids;
}

/** Creates a property with a number of available units. */
export async function createUnits(
  api: ApiClient,
  count: number,
  price = defaultPrice,
): Promise<{ readonly propertyId: string; readonly unitIds: string[] }> {
  const location = { address: '1 Quay', area: 'Docks', city: 'Port', country: 'Northland' };
  const property = await api.create('/v1/properties', { name: 'Harbour Point', type: 'apartment', location });
  const toRow = (row: number) => ({ property_id: property.id, name: `Unit ${row}`, price });
  return { propertyId: property.id, unitIds: await createInBulk(api, '/v1/units/bulk', count, toRow) };
}

/** Creates leads whose email addresses start with `name`, and resolves to their ids. */
export function createLeads(api: ApiClient, count: number, name = 'lead', fields: object = {}): Promise<string[]> {
  const toRow = (row: number) => ({ name: `Lead ${row}`, email: `${name}.${row}@example.com`, ...fields });
  return createInBulk(api, '/v1/leads/bulk', count, toRow);
}

/** Reads `meta.total` of a list. */
export async function readTotal(api: ApiClient, path: string): Promise<unknown> {
  const { body } = await api.get(path);
  return Reflect.get(Object(Reflect.get(Object(body), 'meta')), 'total');
}
