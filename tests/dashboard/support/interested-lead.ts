import type { Page } from 'playwright-core';
import { createUnits } from '../../support/listings-and-leads.js';
import type { TestWorkspace } from '../../support/workspace.js';

export const maria = { name: 'Maria Silva', email: 'maria@example.com', phone: '+351 910 000 001', source: 'website' };

/** Creates a lead who is interested in the first of three units. */
export async function newLead({ api }: TestWorkspace, fields: object = {}) {
  const { propertyId, unitIds } = await createUnits(api, 3, { amount: 450_000, currency: 'USD' });
  const [unitId = ''] = unitIds;
  const lead = await api.create('/v1/leads', { ...maria, interested_properties: [unitId], ...fields });
  return { id: lead.id, path: `pipeline/${lead.id}`, propertyId, unitId };
}

/** Selects an option in a searchable field. */
export async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .click();
  await page.getByRole('option', { name: option }).click();
}
