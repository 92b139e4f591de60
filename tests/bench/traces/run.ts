import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { type Collector, startCollector } from '../../support/collector.js';
import { newWorkspace } from '../../support/workspace.js';
import { toLoopback } from '../load/clients.js';
import { askInTurns, type LoadedRequest } from '../load/closed-load.js';
import { withOwnSystem } from '../own-system.js';
import { formatTimesPerRequest, readProcessorTimes, subtractTimes } from '../processor-time.js';
import { printSpanCost } from './span-cost.js';

const connections = 16;
const [warmUpSeconds, seconds, rounds] = [4, 5, 2];

/**
 * Shares of requests that are recorded. Null means without a collector. Each share is measured twice, to show the
 * noise.
 */
const shares: readonly (number | null)[] = [null, 0, 0.1, 1, null];

function toEnvironment(share: number | null, { endpoint }: Collector): Record<string, string> {
  return share === null ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: String(share) };
}

async function measure(system: RunningSystem, name: string, collector: Collector): Promise<void> {
  const { api, key } = await newWorkspace();
  const { id } = await api.create('/v1/leads', { name: 'Noor Haddad', email: 'noor@example.com' });
  const common = { url: toLoopback(system.urls.api), headers: { authorization: `Bearer ${key}` }, connections };
  let count = 0;
  const loads: Readonly<Record<string, () => LoadedRequest>> = {
    GET: () => ({ method: 'GET', path: `/v1/leads/${id}` }),
    POST: () => {
      count += 1;
      return {
        method: 'POST',
        path: '/v1/leads',
        body: JSON.stringify({ name: 'Noor Haddad', email: `noor.${count}@example.com` }),
      };
    },
  };
  for (const createRequest of Object.values(loads)) {
    await askInTurns({ ...common, seconds: warmUpSeconds, createRequest });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [method, createRequest] of Object.entries(loads)) {
      const [before, spansBefore] = [await readProcessorTimes(system), collector.spans.length];
      const { answered } = await askInTurns({ ...common, seconds, createRequest });
      const times = subtractTimes(await readProcessorTimes(system), before);
      const spans = (collector.spans.length - spansBefore) / answered;
      const text = formatTimesPerRequest(times, answered);
      console.log(`${name}, ${method}: ${(answered / seconds).toFixed(0)}/s, ${spans.toFixed(1)} spans, ${text}`);
      collector.spans.length = 0;
    }
  }
}

/**
 * Prints the cost of a span, and of a request at each share of recorded requests. Runs one whole system after the
 * other. `-- traces span` prints only the cost of a span.
 */
export async function run(): Promise<void> {
  await printSpanCost();
  if (process.argv[3] === 'span') return;
  const collector = await startCollector();
  try {
    for (const share of shares) {
      const name = share === null ? 'no collector' : `${share * 100} %`;
      const work = (system: RunningSystem) => measure(system, name, collector);
      await withOwnSystem(100_000, work, toEnvironment(share, collector));
    }
  } finally {
    await collector.stop();
  }
}
