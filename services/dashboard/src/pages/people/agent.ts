import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { type Agent, peopleKey } from './agents.js';

/** An agent, and the entity tag of the version that was read. */
export interface ReadAgent {
  readonly agent: Agent;
  readonly tag: string | undefined;
}

interface Answer {
  readonly data?: { readonly data: Agent };
  readonly response: Response;
}

/** What an answer says of an agent: a change that is based on it names its entity tag. */
export async function readAgentAnswer(call: Promise<Answer>): Promise<ReadAgent> {
  const { data } = await answerOf(call);
  return { agent: data, tag: (await call).response.headers.get('etag') ?? undefined };
}

/** The agent with that id, with the team, the newest leads and totals. */
export function useAgent(id: string) {
  const tenant = useTenant();
  const query = { expand: ['team' as const, 'leads' as const], include_stats: true };
  return useQuery({
    queryKey: [...peopleKey(tenant), 'agent', id],
    queryFn: () => readAgentAnswer(tenant.api.GET('/v1/agents/{id}', { params: { path: { id }, query } })),
  });
}
