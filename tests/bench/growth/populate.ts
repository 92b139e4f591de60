import { ServiceClient } from '@plotline/local/demo/api-client';
import { seedTeam } from '@plotline/local/demo/people';
import { seedPortfolio } from '@plotline/local/demo/portfolio';
import { Random } from '@plotline/local/demo/random';
import type { SystemAddresses } from '@plotline/local/supervise/running-system';
import pLimit from 'p-limit';
import { type LeadBody, leadBody } from './lead-body.js';
import { moveSome } from './move-some.js';

/** Team and portfolio do not grow with the leads, except the units: a fifth of the leads. */
const agentCount = 20;
const propertyCount = 40;
const leadsPerUnit = 5;
const largestBulk = 100;
/** The machine has few cores and the stores work meanwhile: more at once only wait for each other. */
const parallel = 3;

export interface Limits {
  readonly signal: AbortSignal;
  /** Epoch milliseconds; nothing new is begun afterwards. */
  readonly deadline: number;
}

export interface Populated {
  readonly leads: number;
  readonly units: number;
  /** One lead out of the middle. */
  readonly middle: { readonly id: string; readonly body: LeadBody };
  readonly agentId: string;
  readonly propertyId: string;
  readonly unitId: string;
}

/**
 * Fills a workspace through the services' own bulk endpoints, which unlike the gateway do not count calls. The data is the
 * same in each run. When the time is over the workspace keeps what it has got.
 */
export async function populate(
  system: SystemAddresses,
  workspaceId: string,
  size: number,
  { signal, deadline }: Limits,
): Promise<Populated> {
  const random = new Random(size);
  const client = new ServiceClient(system, workspaceId, 'live');
  const members = await seedTeam(client, agentCount, `team-${size}.example`, random);
  const agents = members.filter(({ role }) => role === 'agent').map(({ id }) => id);
  const shape = { properties: propertyCount, units: Math.ceil(size / leadsPerUnit) };
  const { propertyIds: properties, units } = await seedPortfolio(client, shape, agents, random);
  const limit = pLimit(parallel);
  const bodies = Array.from({ length: size }, (_, number) => leadBody(number, { agents, properties }, random));
  const bulks = Array.from({ length: Math.ceil(size / largestBulk) }, (_, place) => place * largestBulk);
  const load = async (from: number) => {
    signal.throwIfAborted();
    if (Date.now() > deadline) return [];
    const leads = bodies.slice(from, from + largestBulk);
    const stored = await client.records('pipeline', '/v1/leads/bulk', `leads from ${from}`, { leads });
    await moveSome(client, stored, from, properties);
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
