import type { ApiClient } from '../../support/api-client.js';
import type { Populated } from './populate.js';

/**
 * Goal for a query: the maximum ratio of the largest size to the smallest, or the maximum milliseconds at the largest
 * size.
 */
export type Budget = { readonly ratio: number } | { readonly milliseconds: number } | null;

export interface Question {
  readonly name: string;
  readonly path: string;
  readonly budget: Budget;
}

export interface WorkspaceQuestions {
  readonly base: string;
  readonly key: string;
  readonly questions: readonly Question[];
}

const defaultBudget = { ratio: 1.5 } as const;

/**
 * Finds a cursor in the middle of the list. A page that is filtered by date returns one that is also valid without the
 * filter.
 */
async function findMiddle(api: ApiClient, { middle }: Populated) {
  const { created_at: at } = (await api.get(`/v1/leads/${middle.id}`)).record;
  const created = encodeURIComponent(String(at));
  const { body } = await api.get(`/v1/leads?cursor=&per_page=20&created_before=${created}`);
  const cursor = /"next_cursor":"([^"]+)"/.exec(JSON.stringify(body))?.[1];
  if (!cursor) throw new Error('The list gave no cursor.');
  const [best] = (await api.get('/v1/leads?sort=score&order=desc&per_page=1')).records;
  return { created, cursor: encodeURIComponent(cursor), bestScore: String(best?.score) };
}

function toQuestions(names: Readonly<Record<string, string>>, budget: Budget = defaultBudget): Question[] {
  return Object.entries(names).map(([name, path]) => ({ name, path, budget }));
}

/**
 * Creates the queries for a workspace. They are the same for every size, except for the workspace's own ids and search
 * terms.
 */
export async function createQuestions(
  api: ApiClient,
  { key, populated }: { readonly key: string; readonly populated: Populated },
): Promise<WorkspaceQuestions> {
  const { leads, middle, agentId, propertyId, unitId } = populated;
  const { created, cursor, bestScore } = await findMiddle(api, populated);
  const digits = middle.body.phone.replaceAll(/\D/g, '');
  const search = (term: string) => `/v1/leads?search=${encodeURIComponent(term)}`;
  const questions = [
    ...toQuestions({
      'lead by id': `/v1/leads/${middle.id}`,
      'lead by id, expanded': `/v1/leads/${middle.id}?expand=agent,properties&include_activity=true`,
      'unit by id': `/v1/units/${unitId}`,
      'leads, first page': '/v1/leads',
      'leads, 100 a page': '/v1/leads?per_page=100',
      'cursor, first page': '/v1/leads?cursor=',
      'cursor, in the middle': `/v1/leads?cursor=${cursor}`,
      'sort=score': '/v1/leads?sort=score&order=desc',
      'sort=name': '/v1/leads?sort=name&order=asc',
      'sort=updated_at': '/v1/leads?sort=updated_at',
      'stage=viewing': '/v1/leads?stage=viewing',
      'stage=new': '/v1/leads?stage=new',
      'stage=viewing,negotiation': '/v1/leads?stage=viewing,negotiation',
      'status=active': '/v1/leads?status=active',
      'status=closed': '/v1/leads?status=closed',
      'source=referral': '/v1/leads?source=referral',
      'source=website,portal': '/v1/leads?source=website,portal',
      agent_id: `/v1/leads?agent_id=${agentId}`,
      'min_score, few': `/v1/leads?min_score=${bestScore}`,
      'min_score, most': '/v1/leads?min_score=10',
      property_id: `/v1/leads?property_id=${propertyId}`,
      'tags=investor': '/v1/leads?tags=investor',
      'tags=rare': '/v1/leads?tags=rare',
      'tags=investor,vip': '/v1/leads?tags=investor,vip',
      created_after: `/v1/leads?created_after=${created}`,
      created_before: `/v1/leads?created_before=${created}`,
      'stage and agent_id': `/v1/leads?stage=viewing&agent_id=${agentId}`,
      'stage, sort=score': '/v1/leads?stage=viewing&sort=score&order=desc',
      'tags=rare, sort=name': '/v1/leads?tags=rare&sort=name&order=asc',
      "an agent's leads": `/v1/agents/${agentId}/leads?status=active`,
      'units, first page': '/v1/units',
      'units, property_id': `/v1/units?property_id=${propertyId}`,
      'units, status': '/v1/units?status=available',
      'units, price range': '/v1/units?min_price=300000&max_price=350000',
      'units, bedrooms': '/v1/units?bedrooms=5',
      'units, min_size': '/v1/units?min_size=150',
      'units, sort=price': '/v1/units?sort=price&order=asc',
      'properties, first page': '/v1/properties',
    }),
    ...toQuestions({ 'page by number in the middle': `/v1/leads?page=${Math.floor(leads / 40)}` }, null),
    ...toQuestions(
      {
        'search: one email': search(middle.body.email),
        'search: 6 digits of a phone': search(digits.slice(-6)),
        'search: 4 digits of a phone': search(digits.slice(-4)),
        'search: a first name': search('maya'),
        'search: a whole name': search('Maya Khan'),
        'search: 3 letters, some': search('kha'),
        'search: 3 letters, none': search('xqz'),
        'search: 2 letters': search('zo'),
        'search: in every lead': search('buyers.example'),
        'search: in none': search('qqxyzzy'),
        'search with a stage': `${search('maya')}&stage=viewing`,
      },
      { milliseconds: 200 },
    ),
    ...toQuestions({ 'agents with stats': '/v1/agents?per_page=20' }, { ratio: 3 }),
    ...toQuestions(
      { 'analytics/overview': '/v1/analytics/overview', 'analytics/funnel': '/v1/analytics/funnel' },
      { milliseconds: 300 },
    ),
    ...toQuestions(
      {
        'analytics/sources': '/v1/analytics/sources',
        'analytics/agents': '/v1/analytics/agents',
        "an agent's stats": `/v1/agents/${agentId}/stats`,
      },
      null,
    ),
  ];
  return { base: api.base, key, questions };
}
