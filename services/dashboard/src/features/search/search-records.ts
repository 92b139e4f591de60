import { type ApiClient, readBody } from '../../api/client.js';
import { formatMoney } from '../../ui/format/format-number.js';
import { toLabel } from '../../ui/format/label.js';

/** Record that a search found. */
export interface FoundRecord {
  readonly kind: 'lead' | 'property' | 'unit' | 'deal' | 'person';
  readonly id: string;
  readonly label: string;
  /** Text that distinguishes records with the same name. */
  readonly detail: string;
  /** Property of a unit. The unit opens on the page of this property. */
  readonly propertyId?: string;
}

type Search = (api: ApiClient, text: string, signal: AbortSignal) => Promise<readonly FoundRecord[]>;

const maxRecords = 5;
/** Maximum number of buyers, because each of them takes a request. */
const maxBuyers = 3;

const latestFirst = { sort: 'updated_at', order: 'desc' } as const;

export const searchLeads: Search = async (api, search, signal) => {
  const shown = { fields: ['name' as const, 'email' as const, 'stage' as const], per_page: maxRecords };
  const query = { search, ...shown, ...latestFirst };
  const { data } = await readBody(api.GET('/v1/leads', { params: { query }, signal }));
  return data.map(({ id, name, email, stage }) => ({
    kind: 'lead',
    id,
    label: name,
    detail: `${toLabel(stage)}, ${email}`,
  }));
};

export const searchProperties: Search = async (api, search, signal) => {
  const query = { search, per_page: maxRecords };
  const { data } = await readBody(api.GET('/v1/properties', { params: { query }, signal }));
  return data.map(({ id, name, status }) => ({ kind: 'property', id, label: name, detail: toLabel(status) }));
};

export const searchUnits: Search = async (api, search, signal) => {
  const query = { search, per_page: maxRecords, expand: ['property' as const] };
  const { data } = await readBody(api.GET('/v1/units', { params: { query }, signal }));
  return data.map(({ id, name, status, property_id: propertyId, property }) => ({
    kind: 'unit',
    id,
    label: name,
    detail: [property?.name, toLabel(status)].filter((part) => part !== undefined).join(', '),
    propertyId,
  }));
};

/** Finds deals by their buyers, which are won leads. */
export const searchDeals: Search = async (api, search, signal) => {
  const buyers = { search, stage: ['won' as const], fields: ['name' as const], per_page: maxBuyers, ...latestFirst };
  const { data: leads } = await readBody(api.GET('/v1/leads', { params: { query: buyers }, signal }));
  const deals = await Promise.all(
    leads.map(async ({ id: lead_id, name }) => {
      const query = { lead_id, status: ['closed' as const], per_page: 1 };
      const { data } = await readBody(api.GET('/v1/deals', { params: { query }, signal }));
      return data.map(({ id, value, currency }) => ({
        kind: 'deal' as const,
        id,
        label: name,
        detail: `Deal, ${formatMoney(value, currency)}`,
      }));
    }),
  );
  return deals.flat();
};

export const searchPeople: Search = async (api, search, signal) => {
  const query = { search, per_page: maxRecords };
  const { data } = await readBody(api.GET('/v1/agents', { params: { query }, signal }));
  return data.map(({ id, name, email }) => ({ kind: 'person', id, label: name, detail: email }));
};
