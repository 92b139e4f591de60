import { isTree, textOf, treesOf } from '../../../../support/contract/tree.js';
import { newLead, newLeadFields, openStages } from './lead-fields.js';
import { type Action, type Actor, happens, newName, pickOne, takeOne } from './tenant.js';

const reasons = ['price_too_high', 'location_not_suitable', 'unresponsive', 'other'] as const;
const noteTypes = ['note', 'call', 'email', 'meeting', 'viewing', 'message', 'other'] as const;

/** Leads from their creation until they are lost or erased. Only this actor changes them. */
export function createLeadActions(actor: Actor): readonly Action[] {
  const { client, random, tenant } = actor;
  const own: string[] = [];
  const one = (): string | undefined => pickOne(random, own);

  async function create(): Promise<void> {
    const lead = newLead(actor);
    const { data } = await client.call({
      name: 'createLead',
      method: 'POST',
      path: '/v1/leads',
      body: lead,
      expected: [201],
      effects: [{ kind: 'create', resource: 'lead', name: lead.name, fields: { ...lead, stage: 'new' } }],
    });
    if (isTree(data)) own.push(String(data.id));
  }

  async function createInBulk(): Promise<void> {
    const leads = Array.from({ length: random.between(2, 5) }, (_, number) => newLead(actor, number));
    const isPartial = happens(random, 30);
    const { data } = await client.call({
      name: 'createLeads',
      method: 'POST',
      path: `/v1/leads/bulk${isPartial ? '?partial=true' : ''}`,
      body: { leads },
      expected: [isPartial ? 207 : 201],
      effects: leads.map((lead) => ({
        kind: 'create' as const,
        resource: 'lead' as const,
        name: lead.name,
        fields: { ...lead, stage: 'new' },
      })),
    });
    for (const row of treesOf(data)) own.push(String(isTree(row.data) ? row.data.id : row.id));
  }

  async function importOne(): Promise<void> {
    const lead = newLead(actor);
    const externalId = lead.name;
    const path = `/v1/leads/external/${encodeURIComponent(externalId)}`;
    const { data } = await client.call({
      name: 'upsertLeadByExternalId',
      method: 'PUT',
      path,
      body: lead,
      // 200 if a repeated request finds the record that the first attempt created.
      expected: [200, 201],
      effects: [
        {
          kind: 'create',
          resource: 'lead',
          name: lead.name,
          fields: { ...lead, external_id: externalId, stage: 'new' },
        },
      ],
    });
    if (!isTree(data)) return;
    await client.call({ name: 'getLeadByExternalId', method: 'GET', path });
    own.push(String(data.id));
  }

  async function update(id: string | undefined): Promise<void> {
    if (!id) return;
    const fields = newLeadFields(actor);
    let headers: Record<string, string> = {};
    if (happens(random, 25)) {
      const { etag } = await client.call({ name: 'getLead', method: 'GET', path: `/v1/leads/${id}` });
      if (etag) headers = { 'if-match': etag };
    }
    await client.call({
      name: 'updateLead',
      method: 'PUT',
      path: `/v1/leads/${id}`,
      body: fields,
      headers,
      expected: headers['if-match'] ? [200, 412] : [200],
      effects: [{ kind: 'write', resource: 'lead', id, fields }],
    });
  }

  async function assign(): Promise<void> {
    const id = one();
    if (!id) return;
    const fields = { assigned_agent: pickOne(random, [...tenant.agentIds, null]) ?? null };
    const effects = [{ kind: 'write' as const, resource: 'lead' as const, id, fields }];
    await client.call({ name: 'updateLead', method: 'PUT', path: `/v1/leads/${id}`, body: fields, effects });
  }

  async function move(): Promise<void> {
    const id = one();
    if (!id) return;
    const stage = random.pick(openStages);
    const effects = [{ kind: 'write' as const, resource: 'lead' as const, id, fields: { stage } }];
    const hasKey = happens(random, 70);
    const path = `/v1/leads/${id}/stage`;
    const body = { stage, reason: 'As agreed.', notes: newName(actor) };
    await client.call({ name: 'moveLead', method: 'POST', path, body, effects, hasKey, expected: [200] });
  }

  async function lose(): Promise<void> {
    const id = one();
    if (!id) return;
    const effects = [{ kind: 'write' as const, resource: 'lead' as const, id, fields: { stage: 'lost' } }];
    const path = `/v1/leads/${id}/lost`;
    await client.call({ name: 'loseLead', method: 'POST', path, body: { reason: random.pick(reasons) }, effects });
  }

  async function addNote(): Promise<void> {
    const leadId = one();
    if (!leadId) return;
    const content = `Note ${newName(actor)}`;
    await client.call({
      name: 'createLeadNote',
      method: 'POST',
      path: `/v1/leads/${leadId}/notes`,
      body: { content, type: random.pick(noteTypes) },
      expected: [201],
      effects: [{ kind: 'note', leadId, content }],
    });
  }

  async function read(): Promise<void> {
    const id = one();
    if (!id) return;
    const query = random.pick(['', '?expand=agent,properties', '?include_activity=true', '?fields=name,stage']);
    await client.call({ name: 'getLead', method: 'GET', path: `/v1/leads/${id}${query}` });
    const { data } = await client.call({ name: 'listLeadActivity', method: 'GET', path: `/v1/leads/${id}/activity` });
    if (treesOf(data).some((entry) => textOf(entry.id) === undefined)) throw new Error(`An entry of ${id} has no id.`);
  }

  async function erase(): Promise<void> {
    const id = takeOne(random, own);
    if (!id) return;
    const effects = [{ kind: 'delete' as const, resource: 'lead' as const, id }];
    const path = `/v1/leads/${id}`;
    await client.call({ name: 'deleteLead', method: 'DELETE', path, effects, expected: [204, 404] });
  }

  const updateOwn = () => update(one());
  const updateShared = () => update(pickOne(random, tenant.sharedLeadIds));
  return [
    create,
    createInBulk,
    importOne,
    updateOwn,
    updateShared,
    assign,
    move,
    addNote,
    lose,
    read,
    create,
    addNote,
    erase,
  ];
}
