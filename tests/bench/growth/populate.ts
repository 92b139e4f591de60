import { ServiceClient } from '@plotline/local/demo/api-client';
import { seedTeam } from '@plotline/local/demo/people';
import { seedPortfolio } from '@plotline/local/demo/portfolio';
import { Random } from '@plotline/local/demo/random';
import type { SystemAddresses } from '@plotline/local/supervise/running-system';
import type { LeadBody, LeadReferences } from './lead-body.js';
import { loadLeads } from './lead-loader.js';
import type { TimeBounds } from './time-bounds.js';
import { multiplyUnits } from './unit-loader.js';
import { winLeads } from './win-leads.js';

/**
 * The team and the portfolio don't grow with the leads, but the units do. There is one unit for every five leads, up to
 * a maximum.
 */
const agentCount = 20;
const propertyCount = 40;
const leadsPerUnit = 5;
const maxUnits = 100_000;
/** Number of units that are created through the service. */
const createdUnits = 200;

export interface Populated {
  /** Number of leads. Lower than requested if the time ran out. */
  readonly leads: number;
  readonly units: number;
  /** Id of one lead. It is from the middle if all leads were loaded in one run. */
  readonly middle: { readonly id: string; readonly body: LeadBody };
  readonly references: LeadReferences;
  readonly agentId: string;
  readonly propertyId: string;
  readonly unitId: string;
}

/**
 * Fills a workspace with the same data in each run. Creates the team, properties and first units through the services,
 * without the gateway's rate limits. Stores all other records directly. If the deadline passes, the workspace keeps the
 * data loaded so far.
 */
export async function populate(
  system: SystemAddresses,
  workspaceId: string,
  size: number,
  bounds: TimeBounds,
): Promise<Populated> {
  const random = new Random(size);
  const client = new ServiceClient(system, workspaceId, 'live');
  const members = await seedTeam(client, agentCount, `team-${size}.example`, random);
  const agents = members.filter(({ role }) => role === 'agent').map(({ id }) => id);
  const unitCount = Math.min(Math.ceil(size / leadsPerUnit), maxUnits);
  const shape = { properties: propertyCount, units: Math.min(unitCount, createdUnits) };
  const { propertyIds: properties, units } = await seedPortfolio(client, shape, agents, random);
  const [agentId, propertyId, unitId] = [agents[0], properties[0], units[0]?.id];
  if (!agentId || !propertyId || !unitId) throw new Error('Nothing was loaded.');
  const allUnits = await multiplyUnits(system.mongoUrl, workspaceId, unitCount);
  const references = { agents, properties };
  const { count, middle } = await loadLeads(system.mongoUrl, { workspaceId, from: 0, size, references }, bounds);
  if (!middle) throw new Error('Nothing was loaded.');
  await winLeads(client, properties);
  return { leads: count, units: allUnits, middle, references, agentId, propertyId, unitId };
}

/** Continues where an earlier run stopped because its time ran out. */
export async function populateFurther(
  system: SystemAddresses,
  workspaceId: string,
  size: number,
  { leads, middle, ...populated }: Populated,
  bounds: TimeBounds,
): Promise<Populated> {
  const range = { workspaceId, from: leads, size, references: populated.references };
  const loaded = await loadLeads(system.mongoUrl, range, bounds);
  return { ...populated, leads: loaded.count, middle: loaded.middle ?? middle };
}
