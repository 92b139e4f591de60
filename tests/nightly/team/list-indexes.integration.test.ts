import type { Agent } from '@plotline/team/agents/model/agent';
import { deriveAgent } from '@plotline/team/agents/store/agent-collection';
import type { Team } from '@plotline/team/teams/model/team';
import { deriveTeam } from '@plotline/team/teams/store/teams';
import { assertPagesServed, insertRecords } from '../../support/served-query.js';
import { useFixture } from '../../support/use-fixture.js';
import { sampleAgent } from '../../team/agents/model/sample-agent.js';
import { startTeam } from '../../team/support/team.js';

const count = 300;
/** Positions in the middle of every order, which a scan from either end finds late. */
const rarePlaces: readonly number[] = [150, 151, 152];

function agentAt(workspaceId: string, place: number): Agent {
  const at = new Date(Date.UTC(2026, 0, 1) + place * 60_000);
  const number = String(place).padStart(4, '0');
  const rare = rarePlaces.includes(place);
  return sampleAgent({
    ...{ id: `agent_${workspaceId}_${place}`, name: `Ada ${number}`, email: `agent${number}@example.com` },
    ...{ team_id: rare ? 'team_rare' : 'team_common', role: rare ? 'viewer' : 'agent', created_at: at, updated_at: at },
    status: rare ? 'invited' : 'active',
  });
}

function teamAt(workspaceId: string, place: number): Team {
  const { version, name, created_at, updated_at } = agentAt(workspaceId, place);
  return { id: `team_${workspaceId}_${place}`, version, name, lead_agent_id: null, created_at, updated_at };
}

const filters = [
  ...['', 'status=active', 'status=invited', 'status=active,invited', 'role=agent', 'role=viewer', 'search=ada'],
  ...['search=a', 'search=0151', 'search=nobody', 'status=active&role=agent', 'status=invited&role=viewer&search=ada'],
];
const teamFilters = [
  ...['team_id=team_common', 'team_id=team_rare', 'team_id=team_none', 'team_id=team_rare&role=agent'],
  ...['team_id=team_common&status=active,invited', 'team_id=team_rare&status=invited&role=viewer&search=ada'],
];

/** Ranges with few records in the middle of the order. */
const created = 'created_after=2026-01-01T02:30:00Z&created_before=2026-01-01T02:32:00Z';
const updated = 'updated_after=2026-01-01T02:30:00Z&updated_before=2026-01-01T02:32:00Z';

interface Lists {
  readonly collection: 'agents' | 'teams';
  readonly sort: string;
  readonly filters: readonly string[];
  readonly index: string;
  readonly countIndex?: string;
}
const lists: readonly Lists[] = [
  { collection: 'agents', sort: 'created_at', filters, index: 'created_at' },
  { collection: 'agents', sort: 'created_at', filters: teamFilters, index: 'team' },
  { collection: 'agents', sort: 'created_at', filters: [created], index: 'created_at' },
  { collection: 'agents', sort: 'updated_at', filters: [...filters, ...teamFilters, updated], index: 'updated_at' },
  { collection: 'agents', sort: 'name', filters: [...filters, ...teamFilters], index: 'name_2' },
  { collection: 'agents', sort: 'email', filters: [...filters, ...teamFilters], index: 'email' },
  { collection: 'teams', sort: 'created_at', filters: [''], index: 'created_at' },
  { collection: 'teams', sort: 'created_at', filters: [created], index: 'created_at' },
  { collection: 'teams', sort: 'updated_at', filters: [''], index: 'updated_at', countIndex: 'created_at' },
  { collection: 'teams', sort: 'updated_at', filters: [updated], index: 'updated_at' },
  { collection: 'teams', sort: 'name', filters: [''], index: 'name_2', countIndex: 'created_at' },
];

describe('lists of agents and teams', () => {
  const team = useFixture(startTeam);
  before(async () => {
    const { live } = team().runtime.databases;
    const add = (collection: string, records: Parameters<typeof insertRecords>[2]) =>
      insertRecords(live, collection, records);
    for (const workspace_id of ['ws_test', 'ws_other']) {
      const places = Array.from({ length: count }, (_, place) => place);
      const agents = places.map((place) => agentAt(workspace_id, place));
      await add(
        'agents',
        agents.map((agent) => ({ ...agent, workspace_id, derived: deriveAgent(agent) })),
      );
      await add(
        'teams',
        places
          .map((place) => teamAt(workspace_id, place))
          .map((team) => ({ ...team, workspace_id, derived: deriveTeam(team) })),
      );
    }
  });

  for (const { sort, filters: each, ...served } of lists) {
    for (const order of ['asc', 'desc']) {
      const { collection, index } = served;
      it(`read ${collection} by ${sort}, ${order}, with the index ${index} and without a sort in memory`, async () => {
        for (const filter of each) {
          const path = `/v1/${collection}?sort=${sort}&order=${order}&per_page=2&${filter}`;
          await assertPagesServed(team(), { path, ...served });
        }
      });
    }
  }
});
