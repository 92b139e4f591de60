import type { ExampleRecorder } from './example-recorder.js';

/** Records that the later examples need. */
export interface Portfolio {
  readonly teamId: string;
  readonly adaId: string;
  readonly benId: string;
  readonly propertyId: string;
  readonly unitId: string;
  readonly otherUnitId: string;
}

async function tellOfPeople(recorder: ExampleRecorder) {
  const team = { name: 'Waterfront' };
  const summary = 'A team without a lead';
  const { id: teamId } = (await recorder.call('POST', '/v1/teams', { status: 201, summary, body: team })).record;
  const ada = {
    email: 'ada.lopez@example.com',
    name: 'Ada Lopez',
    role: 'agent',
    team_id: teamId,
    commission: { tier: 'standard', rate: 0.025 },
  };
  const invited = { status: 201, summary: 'An agent who joins a team', body: ada };
  const { id: adaId } = (await recorder.call('POST', '/v1/agents', invited)).record;
  const ben = { email: 'ben.okafor@example.com', name: 'Ben Okafor', profile: { languages: ['en', 'pt'] } };
  const other = { status: 201, summary: 'An agent with a profile', body: ben };
  const { id: benId } = (await recorder.call('POST', '/v1/agents', other)).record;
  await recorder.call('POST', '/v1/agents', { status: 409, summary: 'Another agent has the email', body: ada });
  const lead = { status: 200, summary: 'The team gets a lead', body: { lead_agent_id: adaId } };
  await recorder.call('PUT', `/v1/teams/${teamId}`, lead);
  const rate = { status: 200, summary: 'Another rate', body: { commission: { rate: 0.03 } } };
  await recorder.call('PUT', `/v1/agents/${adaId}`, rate);
  const taken = { status: 409, summary: 'Another agent has the email', body: { email: ada.email } };
  await recorder.call('PUT', `/v1/agents/${benId}`, taken);
  await recorder.call('GET', '/v1/teams', { status: 200, summary: 'All teams' });
  await recorder.call('GET', `/v1/teams/${teamId}`, { status: 200, summary: 'One team' });
  await recorder.call('DELETE', `/v1/teams/${teamId}`, { status: 409, summary: 'The team has agents' });
  return { teamId, adaId, benId };
}

const property = {
  name: 'Marina Heights',
  type: 'apartment',
  location: { area: 'Dubai Marina', city: 'Dubai', country: 'AE', coordinates: { lat: 25.08, lng: 55.14 } },
  pricing: { currency: 'AED', min_price: 950_000, max_price: 4_200_000 },
  features: ['pool', 'gym'],
  completion_date: '2027-06-30',
};

const toUnit = (propertyId: string, name: string, amount: number) => ({
  property_id: propertyId,
  name,
  type: '2BR',
  bedrooms: 2,
  bathrooms: 2.5,
  size: { interior: 118.5, unit: 'sqm' },
  price: { amount, currency: 'AED' },
  features: ['sea view'],
});

async function tellOfPlaces(recorder: ExampleRecorder, agentId: string) {
  const made = { status: 201, summary: 'A development with a range of prices', body: property };
  const { id: propertyId } = (await recorder.call('POST', '/v1/properties', made)).record;
  const unit = { ...toUnit(propertyId, 'Tower A, 1204', 1_850_000), unit_number: 'A-1204', assigned_agent: agentId };
  const first = { status: 201, summary: 'A unit that an agent sells', body: unit };
  const { id: unitId } = (await recorder.call('POST', '/v1/units', first)).record;
  const units = [toUnit(propertyId, 'Tower A, 1205', 1_900_000), toUnit(propertyId, 'Tower A, 1206', 1_950_000)];
  const bulk = { status: 201, summary: 'Two units in one request', body: { units } };
  const [other] = (await recorder.call('POST', '/v1/units/bulk', bulk)).records;
  const rows = [toUnit(propertyId, 'Tower B, 301', 1_200_000), { property_id: propertyId, name: 'Tower B, 302' }];
  const partial = { status: 207, summary: 'One of two rows has no price', body: { units: rows } };
  await recorder.call('POST', '/v1/units/bulk?partial=true', partial);
  return { propertyId, unitId, otherUnitId: other?.id ?? '' };
}

async function tellOfChanges(recorder: ExampleRecorder, propertyId: string, unitId: string): Promise<void> {
  const begun = { status: 200, summary: 'Construction has begun', body: { status: 'under_construction' } };
  await recorder.call('PUT', `/v1/properties/${propertyId}`, begun);
  const cheaper = { status: 200, summary: 'Another price', body: { price: { amount: 1_790_000 } } };
  await recorder.call('PUT', `/v1/units/${unitId}`, cheaper);
  const reserved = { status: 200, summary: 'A unit is reserved', body: { unit_ids: [unitId], status: 'reserved' } };
  await recorder.call('PATCH', '/v1/units/bulk/status', reserved);
  await recorder.call('GET', '/v1/properties?status=under_construction', { status: 200, summary: 'By status' });
  await recorder.call('GET', `/v1/properties/${propertyId}`, { status: 200, summary: 'One property' });
  const available = { status: 200, summary: 'Those that can be sold' };
  await recorder.call('GET', `/v1/properties/${propertyId}/units?status=available&per_page=2`, available);
  await recorder.call('GET', '/v1/units?bedrooms=2&max_price=1800000', { status: 200, summary: 'By rooms and price' });
  await recorder.call('GET', `/v1/units/${unitId}?expand=property,agent`, {
    status: 200,
    summary: 'With its property and agent',
  });
}

/** Creates, changes and reads another system's records by that system's ids. */
async function tellOfExternalIds(recorder: ExampleRecorder): Promise<void> {
  const cleo = { email: 'cleo.marin@example.com', name: 'Cleo Marin' };
  const agent = '/v1/agents/external/hr-17';
  await recorder.call('PUT', agent, { status: 201, summary: 'Somebody of the HR system is invited', body: cleo });
  const trained = { ...cleo, commission: { rate: 0.02 } };
  await recorder.call('PUT', agent, { status: 200, summary: 'The HR system reports a rate', body: trained });
  await recorder.call('GET', agent, { status: 200, summary: 'By the id that the HR system gave' });
  const garden = { name: 'Garden Row', type: 'townhouse', location: { city: 'Faro', country: 'PT' } };
  const place = '/v1/properties/external/erp-88';
  const made = { status: 201, summary: 'A development of the ERP is new here', body: garden };
  const { id: propertyId } = (await recorder.call('PUT', place, made)).record;
  const dated = { ...garden, completion_date: '2028-03-31' };
  await recorder.call('PUT', place, { status: 200, summary: 'The ERP reports when it is completed', body: dated });
  await recorder.call('GET', place, { status: 200, summary: 'By the id that the ERP gave' });
  const house = { property_id: propertyId, name: 'House 1', price: { amount: 420_000, currency: 'EUR' } };
  const unit = '/v1/units/external/erp-88-1';
  await recorder.call('PUT', unit, { status: 201, summary: 'A unit of the ERP is new here', body: house });
  const cheaper = { ...house, price: { amount: 410_000, currency: 'EUR' } };
  await recorder.call('PUT', unit, { status: 200, summary: 'The ERP reports another price', body: cheaper });
  await recorder.call('GET', unit, { status: 200, summary: 'By the id that the ERP gave' });
}

/** Creates a team, agents, a property and units in a workspace. */
export async function tellOfPortfolio(recorder: ExampleRecorder): Promise<Portfolio> {
  const people = await tellOfPeople(recorder);
  const places = await tellOfPlaces(recorder, people.adaId);
  await tellOfChanges(recorder, places.propertyId, places.unitId);
  await tellOfExternalIds(recorder);
  return { ...people, ...places };
}
