import type { Page } from 'playwright-core';
import type { TestWorkspace } from '../../support/workspace.js';

const numbers = ['101', '102', '201', '202'];

/** Creates a property with two floors of two units. */
export async function newDevelopment({
  api,
}: TestWorkspace): Promise<{ propertyId: string; unitIds: readonly string[] }> {
  const location = { area: 'Docklands', city: 'Port Ellis' };
  const pricing = { currency: 'USD', min_price: 200_000, max_price: 400_000 };
  const media = { cover: 'https://pictures.example.com/quay.jpg' };
  const { id } = await api.create('/v1/properties', { name: 'The Quay', type: 'apartment', location, pricing, media });
  const price = { amount: 200_000, currency: 'USD' };
  const units = numbers.map((unit_number) => ({ property_id: id, name: `Flat ${unit_number}`, unit_number, price }));
  const { records } = await api.post('/v1/units/bulk', { units });
  return { propertyId: id, unitIds: records.map((unit) => unit.id) };
}

/** Finds a unit's cell in the stacking plan. */
export const cell = (page: Page, number: string, status: string) =>
  page.getByRole('table', { name: 'Stacking plan' }).getByRole('button', { name: new RegExp(`^${number}.*${status}`) });
