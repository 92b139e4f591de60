import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@plotline/kit/core/errors';
import { AgentStatsServiceService } from '@plotline/protos/plotline/pipeline/v1/agent_stats';
import { expect } from 'chai';
import { startPipeline } from '../../../../pipeline/support/pipeline.js';
import { startMongoProxy } from '../../../../support/severable-runtime.js';
import type { Reply, RequestOptions } from '../../../../support/started-service.js';
import { callContext, createTestRuntime, removeRuntime } from '../../../../support/test-runtime.js';
import { useFixturePerTest } from '../../../../support/use-fixture.js';

async function startBehindProxy() {
  const { proxy, url } = await startMongoProxy();
  const pipeline = await startPipeline({}, { mongoUrl: url });
  const observer = await createTestRuntime(
    'pipeline',
    undefined,
    pipeline.runtime.databases.live.name.replace(/_live$/, ''),
  );
  const stop = async () => {
    proxy.restore();
    await pipeline.stop();
    await removeRuntime(observer);
    await proxy.close();
  };
  /** Returns the stored leads with that email over a connection that doesn't depend on the service's. */
  const findLeads = (email: string) => observer.databases.live.collection('leads').find({ email }).toArray();
  return { pipeline, proxy, findLeads, stop };
}

const body = { name: 'Noor Haddad', email: 'noor@example.com' };

/** Returns reads, single writes, bulk writes and a write with an Idempotency-Key. */
function listRequests(leadId: string, number: number): readonly (readonly [string, string, RequestOptions?])[] {
  return [
    ['GET', '/v1/leads'],
    ['GET', `/v1/leads/${leadId}?include_activity=true`],
    ['GET', '/v1/analytics/funnel'],
    ['POST', '/v1/leads', { body: { ...body, email: `noor.${number}@example.com` } }],
    ['POST', '/v1/leads/bulk', { body: { leads: [body, body] } }],
    ['PUT', `/v1/leads/${leadId}`, { body: { name: `Noor ${number}` } }],
    [
      'POST',
      `/v1/leads/${leadId}/notes`,
      { body: { content: 'Called.' }, headers: { 'idempotency-key': `${number}` } },
    ],
  ];
}

interface Outcome {
  readonly status: number;
  readonly retryAfter: number;
}

function toOutcome({ status, headers }: Reply): Outcome {
  return { status, retryAfter: Number(headers.get('retry-after')) };
}

/** Returns the outcome of a refused RPC. */
function readRefusal(error: unknown): Outcome {
  if (!(error instanceof Problem)) throw error;
  return { status: error.status, retryAfter: error.retryAfter ?? 0 };
}

describe('an outage of MongoDB', () => {
  const fixture = useFixturePerTest(startBehindProxy);

  it('is answered with 503 and Retry-After, over HTTP and gRPC, and never with 500', async () => {
    const { pipeline, proxy } = fixture();
    const { id } = await pipeline.lead();
    const outcomes: Outcome[] = [];
    const client = async (first: number) => {
      for (let number = first; number < first + 3; number += 1) {
        const answers = listRequests(id, number).map(async (request) => toOutcome(await pipeline.request(...request)));
        outcomes.push(...(await Promise.all(answers)));
        const { getAgentTotals } = AgentStatsServiceService;
        const totals = pipeline.rpc(getAgentTotals, { agent_ids: ['agent_1'] }, callContext());
        outcomes.push(await totals.then(() => ({ status: 200, retryAfter: 0 }), readRefusal));
      }
    };
    const cutting = setInterval(() => proxy.sever(), 250);
    try {
      await Promise.all([0, 100, 200].map(client));
    } finally {
      clearInterval(cutting);
    }
    expect(outcomes.filter(({ status }) => status >= 300 && status !== 503)).to.deep.equal([]);
    // On a fast machine, a repeated request between two cuts may succeed.
    const refused = outcomes.filter(({ status }) => status === 503);
    for (const { retryAfter } of refused) expect(retryAfter).to.be.greaterThan(0);
  });

  for (const fault of ['cutOff', 'freeze'] as const) {
    it(`leaves no trace of a request that was answered with 503 at its deadline after the outage (${fault})`, async () => {
      const { pipeline, proxy, findLeads } = fixture();
      const email = `late.${fault.toLowerCase()}@example.com`;
      await pipeline.lead({ email: 'early@example.com' });
      expect(await findLeads('early@example.com')).to.have.length(1);
      proxy[fault]();
      setTimeout(() => proxy.restore(), 3_000);
      const deadline = Date.now() + 1_500;
      const { getAgentTotals } = AgentStatsServiceService;
      const totals = pipeline.rpc(getAgentTotals, { agent_ids: ['agent_1'] }, callContext({ deadline }));
      const outcomes = await Promise.all([
        pipeline.request('POST', '/v1/leads', { body: { ...body, email }, as: { deadline } }).then(toOutcome),
        totals.then(() => ({ status: 200, retryAfter: 0 }), readRefusal),
      ]);
      expect(outcomes.map(({ status }) => status)).to.deep.equal([503, 503]);
      for (const { retryAfter } of outcomes) expect(retryAfter).to.be.greaterThan(0);
      await sleep(4_000);
      expect(await findLeads(email)).to.deep.equal([]);
    });
  }
});
