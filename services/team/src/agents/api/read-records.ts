import { type AddNames, createReadRecords, type ReadPage } from '@plotline/kit/rpc/read-records';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { ReadRecordsRequest, ReadRecordsResponse } from '@plotline/protos/plotline/records/v1/records';
import type { Context } from '../../context.js';
import type { Agent } from '../model/agent.js';
import type { AgentQuery } from '../store/agent-collection.js';
import { toAgentJson } from './agent-json.js';

function readAgents({ agents }: Context): ReadPage<AgentQuery> {
  return async (caller, query, page) => {
    const { records, total } = await agents.walk(caller, query, page);
    return { records: records.map(toAgentJson), total };
  };
}

function addTeamNames({ teams }: Context): AddNames<Pick<Agent, 'team_id'>> {
  return async (caller, agents) => {
    const found = await teams.getMany(
      caller,
      agents.flatMap(({ team_id }) => team_id ?? []),
    );
    const nameById = new Map(found.map(({ id, name }) => [id, name]));
    return agents.map((agent) => ({ ...agent, team_name: nameById.get(agent.team_id ?? '') ?? null }));
  };
}

/** RecordsService.ReadRecords */
export function readRecords(context: Context): RpcHandler<ReadRecordsRequest, ReadRecordsResponse> {
  return createReadRecords(new URL('../../../openapi.yaml', import.meta.url), context.runtime.databases, {
    agents: { list: 'listAgents', read: readAgents(context), addNames: addTeamNames(context) },
  });
}
