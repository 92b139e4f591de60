import type { components } from '../../../gen/api.js';
import { type ApiClient, readBody } from '../../api/client.js';
import { ApiProblem } from '../../api/problem.js';

type Schemas = components['schemas'];
export type Lead = Schemas['Lead'];
type LeadUpdate = Schemas['LeadUpdate'];

const maxAttempts = 3;

/**
 * Changes a lead depending on its current state. Decides again if someone else changes it at the same time. `decide`
 * returns null if there is nothing to change, and may throw RefusedChange. Resolves to the lead before the change, or
 * null.
 */
export async function changeByState(
  api: ApiClient,
  id: string,
  decide: (lead: Lead) => LeadUpdate | null,
): Promise<Lead | null> {
  for (let attempt = 1; ; attempt += 1) {
    // Reading the lead stores its entity tag, which the client sends with the change.
    const { data: lead } = await readBody(api.GET('/v1/leads/{id}', { params: { path: { id } } }));
    const body = decide(lead);
    if (body === null) return null;
    try {
      await readBody(api.PUT('/v1/leads/{id}', { params: { path: { id } }, body }));
      return lead;
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 412 || attempt === maxAttempts) throw error;
    }
  }
}
