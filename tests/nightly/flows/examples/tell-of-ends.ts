import { newPerson } from '../../../support/person.js';
import { newWorkspace } from '../../../support/workspace.js';
import type { ExampleRecorder } from './example-recorder.js';
import type { Leads } from './tell-of-leads.js';
import type { Portfolio } from './tell-people-and-places.js';

async function tellOfLastOwner(recorder: ExampleRecorder): Promise<void> {
  const workspace = await newWorkspace();
  const { agentId } = await newPerson(workspace, 'owner');
  const summary = 'The workspace would have no owner';
  const alone = { status: 409, summary, body: {}, as: workspace.api };
  await recorder.call('POST', `/v1/agents/${agentId}/deactivate`, alone);
}

/** Deactivates people and deletes records. */
export async function tellOfEnds(recorder: ExampleRecorder, portfolio: Portfolio, leads: Leads): Promise<void> {
  const { adaId, benId, propertyId } = portfolio;
  const left = { reassign_leads_to: benId, reason: 'Left the company.' };
  const gone = { status: 200, summary: 'The leads go to another agent', body: left };
  await recorder.call('POST', `/v1/agents/${adaId}/deactivate`, gone);
  await tellOfLastOwner(recorder);
  await recorder.call('DELETE', `/v1/leads/${leads.lostId}`, { status: 204, summary: 'Erased' });
  const price = { amount: 1_850_000, currency: 'AED' };
  const unit = await recorder.api.create('/v1/units', { property_id: propertyId, name: 'Tower D, 101', price });
  await recorder.call('DELETE', `/v1/units/${unit.id}`, { status: 204, summary: 'Deleted' });
  const draft = { name: 'Creek Villas', type: 'villa', location: { city: 'Dubai' } };
  const { id: draftId } = await recorder.api.create('/v1/properties', draft);
  await recorder.call('DELETE', `/v1/properties/${draftId}`, { status: 200, summary: 'With all its units' });
  const { id: teamId } = await recorder.api.create('/v1/teams', { name: 'Docks' });
  await recorder.call('DELETE', `/v1/teams/${teamId}`, { status: 204, summary: 'Deleted' });
}
