import { logCall } from './call-log.js';
import { type Api, getData } from './client.js';

const cities = ['Port Ellis', 'Lakeside', 'Highgate'] as const;
const currencyOf = { 'Port Ellis': 'USD', Lakeside: 'EUR', Highgate: 'USD' } as const;
const unitsPerProperty = 40;
const rates = [0, 0.01, 0.02, 0.025, 0.03, 0.05];

export interface Listing {
  readonly id: string;
  readonly currency: string;
}

export interface Portfolio {
  readonly properties: readonly Listing[];
  readonly units: readonly Listing[];
}

async function createProperty(api: Api, city: (typeof cities)[number]): Promise<Portfolio> {
  const currency = currencyOf[city];
  const location = { area: 'Centre', city, country: 'Northland' };
  const pricing = { currency, min_price: 100_000, max_price: 900_000 };
  const body = { name: `${city} Heights`, type: 'apartment' as const, location, pricing };
  const property = getData(await api.POST('/v1/properties', { body }));
  logCall({ call: 'property', id: property.id });
  const rows = Array.from({ length: unitsPerProperty }, (_, place) => ({
    property_id: property.id,
    name: `${city} ${place}`,
    price: { amount: 100_000 + 10_000 * place, currency },
  }));
  const units = getData(await api.POST('/v1/units/bulk', { body: { units: rows } }));
  const listings = units.flatMap((unit) => ('price' in unit ? [{ id: unit.id, currency: unit.price.currency }] : []));
  for (const unit of listings) logCall({ call: 'unit', property: property.id, ...unit });
  return { properties: [{ id: property.id, currency }], units: listings };
}

/** Creates three properties of forty units each, in two currencies. */
export async function createPortfolio(api: Api): Promise<Portfolio> {
  const portfolios: Portfolio[] = [];
  for (const city of cities) portfolios.push(await createProperty(api, city));
  return {
    properties: portfolios.flatMap(({ properties }) => properties),
    units: portfolios.flatMap(({ units }) => units),
  };
}

/** Creates two teams of three agents with different commission rates. */
export async function createAgents(api: Api): Promise<string[]> {
  const teams: string[] = [];
  for (const name of ['North', 'South']) teams.push(getData(await api.POST('/v1/teams', { body: { name } })).id);
  const agents: string[] = [];
  for (const [place, rate] of rates.entries()) {
    const team = teams[place % teams.length] ?? '';
    const body = {
      name: `Agent ${place}`,
      email: `agent.${place}@example.com`,
      role: 'agent' as const,
      team_id: team,
      commission: { tier: 'standard', rate },
    };
    const { id } = getData(await api.POST('/v1/agents', { body }));
    logCall({ call: 'agent', id, team, rate });
    agents.push(id);
  }
  return agents;
}
