import { type Caller, createSystemCaller } from '@plotline/kit/core/caller';
import { conflict, invalid, isProblemCode, Problem, problemStatus, unavailable } from '@plotline/kit/core/errors';
import { createPeer, type Peer } from '@plotline/kit/rpc/client';
import { createRpcAdapter, createRpcServer, type RpcHandler } from '@plotline/kit/rpc/server';
import { createLog } from '@plotline/kit/telemetry/log';
import {
  type ActivateAgentRequest,
  type ActivateAgentResponse,
  type AgentsServiceServer,
  AgentsServiceService,
} from '@plotline/protos/plotline/team/v1/agents';
import { expect } from 'chai';
import { allowAll, callerKeysOf } from '../../support/caller-keys.js';
import { freePort } from '../../support/free-port.js';
import { type RpcPlace, rpcPlaces } from './rpc-transports.js';

const callerKeys = callerKeysOf('team');
/** Longer than any answer takes. */
const timeoutMs = 60_000;

function someone(budget = timeoutMs): Caller {
  return createSystemCaller({ workspaceId: 'ws_1', mode: 'sandbox' }, 'test', 'request-1', { budgetMs: budget });
}

async function refusal(work: Promise<unknown>): Promise<Problem> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Problem)) throw new Error(`expected a Problem, got ${String(error)}`);
  return error;
}

for (const [way, choosePlace] of Object.entries(rpcPlaces))
  describe(`calls to a peer ${way}`, () => {
    let place: RpcPlace;
    let stop: () => Promise<void>;
    let peer: Peer;
    let handler: RpcHandler<ActivateAgentRequest, ActivateAgentResponse>;
    let service: AgentsServiceServer;

    beforeEach(async () => {
      place = await choosePlace();
      handler = async () => ({});
      const rpc = createRpcAdapter({
        name: 'team',
        callerKeys,
        callers: allowAll(AgentsServiceService),
        log: createLog('test', 'silent'),
      });
      service = {
        getAgents: rpc(async () => ({ agents: [] })),
        activateAgent: rpc((request, call) => handler(request, call)),
        findAgents: rpc(async () => ({ found: [] })),
        getTeammates: rpc(async () => ({ agent_ids: [] })),
      };
      stop = await place.serve([[AgentsServiceService, service]]);
      peer = createPeer({ name: 'team', ...place, callerKeys, timeoutMs });
    });

    afterEach(async () => {
      peer.close();
      await stop();
    });

    const activate = (caller: Caller = someone()) =>
      peer.call(AgentsServiceService.activateAgent, { agent_id: 'agent_1', email: 'ada@example.com' }, { caller });

    it('pass on the caller and the request', async () => {
      let seen: unknown;
      handler = async (request, call) => {
        const { workspaceId, mode, requestId } = call.caller();
        seen = { request, workspaceId, mode, requestId };
        return {};
      };
      expect(await activate()).to.deep.equal({});
      expect(seen).to.deep.equal({
        request: { agent_id: 'agent_1', email: 'ada@example.com' },
        workspaceId: 'ws_1',
        mode: 'sandbox',
        requestId: 'request-1',
      });
    });

    for (const code of Object.keys(problemStatus).filter(isProblemCode)) {
      it(`return ${code} as the handler threw it`, async () => {
        handler = async () => {
          throw new Problem(code, 'Told to the peer.', {
            details: [{ field: 'a[0].b', message: 'ümlaut' }],
            reason: 'unit_not_available',
            data: { unit_id: 'unit_ü' },
            retryAfter: 7,
          });
        };
        const problem = await refusal(activate());
        expect(problem).to.include({ code, message: 'Told to the peer.', retryAfter: 7, reason: 'unit_not_available' });
        expect(problem.data).to.deep.equal({ unit_id: 'unit_ü' });
        expect(problem.details).to.deep.equal([{ field: 'a[0].b', message: 'ümlaut' }]);
      });
    }

    it('hide the details of unexpected errors', async () => {
      handler = async () => {
        throw new Error('the password is hunter2');
      };
      const problem = await refusal(activate());
      expect(problem.code).to.equal('INTERNAL_ERROR');
      expect(String(problem.cause)).to.not.include('hunter2');
    });

    for (const [what, options] of [
      ['with the key of a program that is not known', { name: 'team', callerKeys: callerKeysOf('stranger') }],
      ['for another service', { name: 'pipeline', callerKeys }],
    ] as const) {
      it(`refuse a caller that was signed ${what}`, async () => {
        handler = async (_request, call) => {
          call.caller();
          return {};
        };
        const stranger = createPeer({
          ...options,
          ...place,
          openChannel: () => place.openChannel('team', place.address),
          timeoutMs,
        });
        const problem = await refusal(
          stranger.call(AgentsServiceService.activateAgent, { agent_id: 'a' }, { caller: someone() }),
        );
        stranger.close();
        expect(problem.code).to.equal('FORBIDDEN');
      });
    }

    it('fail with SERVICE_UNAVAILABLE when the peer does not respond within the timeout', async () => {
      handler = () => new Promise(() => undefined);
      const hasty = createPeer({ name: 'team', ...place, callerKeys, timeoutMs: 300 });
      const call = hasty.call(AgentsServiceService.activateAgent, { agent_id: 'a' }, { caller: someone() });
      expect((await refusal(call)).code).to.equal('SERVICE_UNAVAILABLE');
      hasty.close();
    });

    it("end at the caller's deadline, even if the timeout is longer", async () => {
      handler = () => new Promise(() => undefined);
      const patient = createPeer({ name: 'team', ...place, callerKeys, timeoutMs: 3_600_000 });
      const call = patient.call(AgentsServiceService.activateAgent, { agent_id: 'a' }, { caller: someone(300) });
      expect((await refusal(call)).code).to.equal('SERVICE_UNAVAILABLE');
      patient.close();
    });

    it('give the peer no more time than the call itself has, even if the caller has more', async () => {
      const waitsUntil = Date.now() + timeoutMs;
      let deadline = Number.NaN;
      handler = async (_request, call) => {
        deadline = call.caller().deadline;
        return {};
      };
      await activate(someone(3_600_000));
      expect(deadline).to.be.within(waitsUntil, waitsUntil + 60_000);
    });

    it('fail with SERVICE_UNAVAILABLE when the service has stopped', async () => {
      await stop();
      expect((await refusal(activate(someone(400)))).code).to.equal('SERVICE_UNAVAILABLE');
    });

    it('fail with SERVICE_UNAVAILABLE before the service has started, and work once it has', async () => {
      const elsewhere = await choosePlace();
      const early = createPeer({ name: 'team', ...elsewhere, callerKeys, timeoutMs: 400 });
      const call = () => early.call(AgentsServiceService.activateAgent, { agent_id: 'a' }, {});
      const problem = await refusal(call());
      expect(problem.code).to.equal('SERVICE_UNAVAILABLE');
      const stopThere = await elsewhere.serve([[AgentsServiceService, service]]);
      let answer: unknown;
      for (let attempt = 0; attempt < 50 && answer === undefined; attempt += 1) {
        answer = await call().catch(() => undefined);
      }
      expect(answer).to.deep.equal({});
      early.close();
      await stopThere();
    });

    it("pass a copy of the message, with the protocol's defaults for missing fields", async () => {
      const sent = { agent_id: 'agent_1' };
      let seen: ActivateAgentRequest | undefined;
      handler = async (request) => {
        seen = request;
        return {};
      };
      await peer.call(AgentsServiceService.activateAgent, sent, {});
      expect(seen).to.deep.equal({ agent_id: 'agent_1', email: undefined });
      expect(seen).to.not.equal(sent);
    });

    it('are refused when a message is larger than 4 MiB', async () => {
      const email = 'a'.repeat(4 * 1024 * 1024 + 1);
      const problem = await refusal(
        peer.call(AgentsServiceService.activateAgent, { agent_id: 'a', email }, { caller: someone() }),
      );
      expect(problem.code).to.equal('INTERNAL_ERROR');
    });

    it('are not repeated if the peer answered SERVICE_UNAVAILABLE', async () => {
      let calls = 0;
      handler = async () => {
        calls += 1;
        throw unavailable('The database is away.');
      };
      expect((await refusal(activate())).message).to.equal('The database is away.');
      expect(calls).to.equal(1);
    });
  });

describe('a gRPC server', () => {
  it('answers health checks until it is drained', async () => {
    const { service } = await import('grpc-health-check');
    const check = service['Check'];
    if (!check) throw new Error('no health check');
    const port = await freePort();
    const server = createRpcServer([]);
    await server.listen(port, '127.0.0.1');
    const peer = createPeer({ name: 'team', address: `127.0.0.1:${port}`, callerKeys, timeoutMs });
    expect(await peer.call(check, { service: '' }, {})).to.include({ status: 'SERVING' });
    server.drain();
    expect(await peer.call(check, { service: '' }, {})).to.include({ status: 'NOT_SERVING' });
    peer.close();
    await server.close();
  });
});

describe('a Problem over gRPC', () => {
  it('is distinguished from a program error by its code', () => {
    expect(invalid({ field: 'a', message: 'is required' })).to.include({ code: 'VALIDATION_ERROR', status: 422 });
    expect(conflict('no')).to.include({ code: 'CONFLICT', status: 409 });
  });
});
