import { expect } from 'chai';
import { createUnits } from '../../support/listings-and-leads.js';
import type { TestWorkspace } from '../../support/workspace.js';

/** Creates a sale of 445,000 and resolves to the won lead's id. */
export async function sell({ api }: TestWorkspace): Promise<string> {
  const { unitIds } = await createUnits(api, 1);
  const lead = await api.create('/v1/leads', { name: 'Noor Haddad', email: 'noor@example.com' });
  const { status } = await api.post(`/v1/leads/${lead.id}/won`, { unit_id: unitIds[0], deal_value: 445_000 });
  expect(status).to.equal(200);
  return lead.id;
}
