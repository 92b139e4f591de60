import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newTraceparent } from '@plotline/kit/core/ids';
import { createLog } from '@plotline/kit/telemetry/log';
import { startRequestSpan, startSpan, useSpanRecorder } from '@plotline/kit/telemetry/span';
import { startTracing } from '@plotline/kit/telemetry/start-tracing';

const count = 40_000;
/** Number of concurrent spans. Few enough to fit into the export queue. */
const together = 500;

function describeOperation(kind: 'server' | 'client') {
  return {
    name: 'POST /v1/leads/{id}/won',
    kind,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/v1/leads/{id}/won',
      'plotline.operation': 'winLead',
      'plotline.request_id': 'req_0123456789abcdef0123456789abcdef',
      'plotline.workspace_id': 'ws_01m7y0jrnnqjb43v9qd8c8jwgb',
    },
  } as const;
}

/** Returns the microseconds of processor time that one span needs, including its export if it is recorded. */
async function measureSpans(parent: string): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < count; done += together) {
    for (let one = 0; one < together; one += 1) {
      const span = startSpan(parent, () => describeOperation('server'));
      span.set({ 'http.response.status_code': 200 });
      span.end();
    }
    await sleep(20);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

/** Measures the cost of a single span, with and without a collector. Also works on a busy machine. */
export async function printSpanCost(): Promise<void> {
  const child = fork(join(import.meta.dirname, 'collector-process.ts'), { execArgv: ['--import=tsx'] });
  const [port]: number[] = await once(child, 'message');
  const unrecorded = newTraceparent();
  const print = (name: string, cost: number) => console.log(`${name}: ${cost.toFixed(2)} µs of processor time`);
  const idle = await measureSpans(unrecorded);
  print('a span without a collector, with the pauses of this measurement', idle);
  const config = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
    OTEL_TRACES_SAMPLER_ARG: 1,
    OTEL_SERVICE_NAME: '',
  };
  const [tracing] = await startTracing('bench', config, createLog('bench', 'silent'));
  print('a span that is not recorded, the same', await measureSpans(unrecorded));
  const { traceparent } = startRequestSpan(undefined, () => describeOperation('client'));
  print('a span that is recorded and exported, beyond that', (await measureSpans(traceparent)) - idle);
  await tracing?.stop();
  useSpanRecorder(null);
  child.disconnect();
}
