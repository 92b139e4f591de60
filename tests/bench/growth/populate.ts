import { ServiceClient } from '@plotline/local/demo/api-client';
import { seedTeam } from '@plotline/local/demo/people';
import { seedPortfolio } from '@plotline/local/demo/portfolio';
import { Random } from '@plotline/local/demo/random';
import type { SystemAddresses } from '@plotline/local/supervise/running-system';
import pLimit from 'p-limit';
import { createLeadBody, type LeadBody } from './lead-body.js';
import { moveLeads } from './move-leads.js';

/** Team and portfolio do not grow with the leads, except the units: a fifth of the leads. */
const agentCount = 20;
const propertyCount = 40;
const leadsPerUnit = 5;
const maxRows = 100;
/** More concurrent calls only wait for each other: the stores share the cores of the machine. */
const concurrency = 3;

export interface TimeBounds {
  readonly signal: AbortSignal;
  /** In milliseconds since the epoch; no call is started afterwards. */
  readonly deadline: number;
}

export interface Populated {
  readonly leads: number;
  readonly units: number;
  /** One lead from the middle. */
  readonly middle: { readonly id: string; readonly body: LeadBody };
  readonly agentId: string;
  readonly propertyId: string;
  readonly unitId: string;
}

/**
 * Fills a workspace through the bulk endpoints of the services, which have no rate limits. The data is the same in each
 * run. At the deadline the workspace keeps what is loaded.
 */
export async function populate(
  system: SystemAddresses,
  workspaceId: string,
  size: number,
  { signal, deadline }: TimeBounds,
): Promise<Populated> {
  const random = new Random(size);
  const client = new ServiceClient(system, workspaceId, 'live');
  const members = await seedTeam(client, agentCount, `team-${size}.example`, random);
  const agents = members.filter(({ role }) => role === 'agent').map(({ id }) => id);
  const shape = { properties: propertyCount, units: Math.ceil(size / leadsPerUnit) };
  const { propertyIds: properties, units } = await seedPortfolio(client, shape, agents, random);
  const limit = pLimit(concurrency);
  const bodies = Array.from({ length: size }, (_, number) => createLeadBody(number, { agents, properties }, random));
  const bulks = Array.from({ length: Math.ceil(size / maxRows) }, (_, place) => place * maxRows);
  const load = async (from: number) => {
    signal.throwIfAborted();
    if (Date.now() > deadline) return [];
    const leads = bodies.slice(from, from + maxRows);
    const stored = await client.records('pipeline', '/v1/leads/bulk', `leads from ${from}`, { leads });
    await moveLeads(client, stored, from, properties);
    return stored;
  };
  const created = (await Promise.all(bulks.map((from) => limit(load, from)))).flat();
  const place = Math.floor(created.length / 2);
  const [id, body, agentId, propertyId, unitId] = [
    created[place]?.id,
    bodies[place],
    agents[0],
    properties[0],
    units[0]?.id,
  ];
  if (!id || !body || !agentId || !propertyId || !unitId) throw new Error('Nothing was loaded.');
  return { leads: created.length, units: units.length, middle: { id, body }, agentId, propertyId, unitId };
}
