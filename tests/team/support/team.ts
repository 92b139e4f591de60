import type { Caller } from '@plotline/kit/caller';
import { createPeer } from '@plotline/kit/rpc/client';
import { AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import { createContext } from '@plotline/team/context';
import { askPipeline } from '@plotline/team/peers/pipeline';
import { createService } from '@plotline/team/service';
import { createAnswerCheck } from '../../support/answer-check.js';
import { type Reply, type StartedService, startTestService } from '../../support/started-service.js';
import { testCaller } from '../../support/test-runtime.js';
import { type StubPipeline, startStubPipeline } from './stub-pipeline.js';

const checkAnswer = createAnswerCheck(new URL('../../../services/team/openapi.yaml', import.meta.url));

/** The team service beside a stub of the pipeline service. Every successful answer is held against the contract. */
export interface TeamService extends StartedService {
  readonly pipeline: StubPipeline;
  /** Invites an agent, who accepts unless told otherwise; resolves to the agent as GET shows it. */
  agent(as: Partial<Caller>, fields?: object, status?: 'invited' | 'active' | 'inactive'): Promise<Reply['body']>;
  team(as: Partial<Caller>, fields?: object): Promise<Reply['body']>;
  /** The events about a record, oldest first. */
  events(subject: string): Promise<Reply['body'][]>;
}

function mustBe(status: number, reply: Reply): Reply['body'] {
  if (reply.status !== status)
    throw new Error(`expected ${status}, got ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

export async function startTeam(): Promise<TeamService> {
  const secret = 'a secret of the tests alone';
  const pipeline = await startStubPipeline(secret);
  const peer = createPeer({ name: 'pipeline', address: pipeline.address, secret });
  const service = await startTestService('team', (runtime) => createService(createContext(runtime, askPipeline(peer))));
  let invited = 0;

  const request: StartedService['request'] = async (method, path, options) => {
    const reply = await service.request(method, path, options);
    if (reply.status < 400) checkAnswer(method, path, reply.status, reply.body);
    return reply;
  };

  return {
    ...service,
    pipeline,
    request,
    agent: async (as, fields = {}, status = 'active') => {
      invited += 1;
      const body = { name: `Agent ${invited}`, email: `agent${invited}@example.com`, ...fields };
      const { id } = mustBe(201, await request('POST', '/v1/agents', { body, as }));
      if (status !== 'invited') {
        const context = { caller: testCaller('ws_test', 'live', as) };
        await service.rpc(AgentsServiceService.activateAgent, { agent_id: id }, context);
      }
      if (status === 'inactive') mustBe(200, await request('POST', `/v1/agents/${id}/deactivate`, { body: {}, as }));
      return mustBe(200, await request('GET', `/v1/agents/${id}`, { as }));
    },
    team: async (as, fields = {}) =>
      mustBe(201, await request('POST', '/v1/teams', { body: { name: 'Waterfront', ...fields }, as })),
    events: async (subject) => {
      const entries = await service.journal(subject);
      return entries.flatMap(({ events }) => events.map(({ payload }) => JSON.parse(payload)));
    },
    stop: async () => {
      await service.stop();
      peer.close();
      await pipeline.close();
    },
  };
}
