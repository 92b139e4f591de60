import { isTree } from '../../../../support/contract/tree.js';
import type { Effect } from '../history/operation.js';
import { newLead } from './lead-fields.js';
import { type Action, type Actor, happens, newName, pickOne, takeOne } from './tenant.js';

/** Teams and agents. Some agents are deactivated, and their leads are reassigned. */
export function createPeopleActions(actor: Actor): readonly Action[] {
  const { client, random, tenant } = actor;
  const teams: string[] = [];
  const agents: string[] = [];

  async function createTeam(): Promise<void> {
    const name = newName(actor);
    const effects: Effect[] = [{ kind: 'create', resource: 'team', name, fields: { name } }];
    const call = { name: 'createTeam', method: 'POST', path: '/v1/teams', body: { name }, effects } as const;
    const { data } = await client.call({ ...call, expected: [201] });
    if (isTree(data)) teams.push(String(data.id));
  }

  async function updateTeam(): Promise<void> {
    const id = pickOne(random, teams);
    if (!id) return;
    const fields = { name: newName(actor) };
    const effects: Effect[] = [{ kind: 'write', resource: 'team', id, fields }];
    await client.call({ name: 'updateTeam', method: 'PUT', path: `/v1/teams/${id}`, body: fields, effects });
    await client.call({ name: 'getTeam', method: 'GET', path: `/v1/teams/${id}` });
  }

  async function deleteTeam(): Promise<void> {
    const id = teams.length > 1 ? takeOne(random, teams) : undefined;
    if (!id) return;
    const effects: Effect[] = [{ kind: 'delete', resource: 'team', id }];
    const path = `/v1/teams/${id}`;
    // Refused for a team that has agents.
    await client.call({ name: 'deleteTeam', method: 'DELETE', path, effects, expected: [204, 404, 409] });
  }

  async function invite(): Promise<string | undefined> {
    const name = newName(actor);
    const agent = { name, email: `${name.replaceAll(/[/#]/g, '.')}@example.com`, role: 'agent' };
    const { data } = await client.call({
      name: 'createAgent',
      method: 'POST',
      path: '/v1/agents',
      body: { ...agent, commission: { rate: 0.02 } },
      expected: [201],
      effects: [{ kind: 'create', resource: 'agent', name, fields: agent }],
    });
    return isTree(data) ? String(data.id) : undefined;
  }

  async function hire(): Promise<void> {
    const id = await invite();
    if (id) agents.push(id);
  }

  async function importAgent(): Promise<void> {
    const name = newName(actor);
    const agent = { name, email: `${name.replaceAll(/[/#]/g, '.')}@example.com`, role: 'agent' };
    const path = `/v1/agents/external/${encodeURIComponent(name)}`;
    const { data } = await client.call({
      name: 'upsertAgentByExternalId',
      method: 'PUT',
      path,
      body: agent,
      // 200 if a repeated request finds the agent that the first attempt created.
      expected: [200, 201],
      effects: [{ kind: 'create', resource: 'agent', name, fields: { ...agent, external_id: name } }],
    });
    if (!isTree(data)) return;
    await client.call({ name: 'getAgentByExternalId', method: 'GET', path });
    agents.push(String(data.id));
  }

  async function updateAgent(): Promise<void> {
    const id = pickOne(random, agents);
    if (!id) return;
    const team = pickOne(random, teams);
    const fields =
      team && happens(random, 50)
        ? { team_id: team }
        : { commission: { tier: newName(actor), rate: random.between(1, 9) / 100 } };
    const effects: Effect[] = [{ kind: 'write', resource: 'agent', id, fields }];
    await client.call({ name: 'updateAgent', method: 'PUT', path: `/v1/agents/${id}`, body: fields, effects });
  }

  async function addLeads(agentId: string, count: number): Promise<void> {
    const leads = Array.from({ length: count }, (_, number) => ({
      ...newLead(actor, number),
      assigned_agent: agentId,
    }));
    await client.call({
      name: 'createLeads',
      method: 'POST',
      path: '/v1/leads/bulk',
      body: { leads },
      expected: [201],
      effects: leads.map((lead) => ({
        kind: 'create',
        resource: 'lead',
        name: lead.name,
        fields: { ...lead, stage: 'new' },
      })),
    });
  }

  async function callDeactivate(agentId: string, assigneeId: string | null): Promise<void> {
    await client.call({
      name: 'deactivateAgent',
      method: 'POST',
      path: `/v1/agents/${agentId}/deactivate`,
      body: assigneeId === null ? { reason: 'Left.' } : { reassign_leads_to: assigneeId },
      effects: [{ kind: 'deactivation', agentId, assigneeId }],
    });
  }

  async function dismiss(): Promise<void> {
    const id = takeOne(random, agents) ?? (await invite());
    if (!id) return;
    await addLeads(id, random.between(2, 6));
    const assignee = random.pick(tenant.agentIds);
    // Two colleagues press the button at the same time. The leads go to an assignee that one of them chose.
    if (happens(random, 50)) await Promise.all([callDeactivate(id, null), callDeactivate(id, assignee)]);
    else await callDeactivate(id, happens(random, 80) ? assignee : null);
  }

  async function read(): Promise<void> {
    const id = random.pick(tenant.agentIds);
    const query = random.pick(['', '?expand=team,leads', '?include_stats=true']);
    await client.call({ name: 'getAgent', method: 'GET', path: `/v1/agents/${id}${query}` });
    await client.call({ name: 'getAgentStats', method: 'GET', path: `/v1/agents/${id}/stats?period=week` });
    await client.call({ name: 'listAgentLeads', method: 'GET', path: `/v1/agents/${id}/leads?status=active` });
  }

  return [createTeam, hire, importAgent, updateAgent, dismiss, updateTeam, read, hire, dismiss, createTeam, deleteTeam];
}
