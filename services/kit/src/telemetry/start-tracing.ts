import { setTimeout as sleep } from 'node:timers/promises';
import { makeValidator, str } from 'envalid';
import type { Logger } from './log.js';
import { hasSpanRecorder, useSpanRecorder } from './span.js';

const samplers = ['parentbased_traceidratio', 'parentbased_always_on', 'parentbased_always_off'] as const;

const collectorAddress = makeValidator((text) => {
  if (text === '') return text;
  const { protocol, search, hash } = new URL(text);
  if (!/^https?:$/.test(protocol) || search + hash !== '') throw new Error('must be an http(s) address');
  return text;
});

const ratio = makeValidator((text) => {
  const value = Number(text);
  if (text === '' || !(value >= 0 && value <= 1)) throw new Error('must be a number from 0 to 1');
  return value;
});

/** Variables for tracing, with OpenTelemetry's names. */
export const tracingSpecs = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorAddress({
    default: '',
    desc: 'address of an OTLP/HTTP collector, such as http://collector:4318; empty for no traces',
  }),
  OTEL_TRACES_SAMPLER: str({
    choices: samplers,
    default: 'parentbased_traceidratio',
    desc: 'requests from outside that are recorded, with everything that they cause',
  }),
  OTEL_TRACES_SAMPLER_ARG: ratio({ default: 0.1, desc: 'share of these requests, from 0 to 1' }),
  OTEL_SERVICE_NAME: str({ default: '', desc: 'name of the unit in traces; empty for its own name' }),
  OTEL_RESOURCE_ATTRIBUTES: str({
    default: '',
    desc: 'names of the process in logs and traces, such as deployment.environment.name=production',
  }),
};

/** Values of `tracingSpecs`. */
export interface TracingConfig {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string;
  readonly OTEL_TRACES_SAMPLER: string;
  readonly OTEL_TRACES_SAMPLER_ARG: number;
  readonly OTEL_SERVICE_NAME: string;
}

/** Maximum time that a stopping process waits for the collector. */
const flushMs = 1_500;

function getRatio({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio }: TracingConfig): number {
  if (sampler === 'parentbased_always_on') return 1;
  return sampler === 'parentbased_always_off' ? 0 : ratio;
}

/** Component that sends all recorded spans and then ends the export. */
interface SpanExport {
  readonly name: string;
  readonly timeoutMs: number;
  stop(): Promise<void>;
}

/**
 * Makes this process record and export spans if its environment names a collector. Resolves to the component that must
 * be stopped last. Without a collector, OpenTelemetry's SDK is not loaded. A process has only one recorder. If the
 * process already has one, a unit that starts later uses it.
 */
export async function startTracing(unit: string, config: TracingConfig, log: Logger): Promise<SpanExport[]> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName } = config;
  if (endpoint === '' || hasSpanRecorder()) return [];
  const { createSpanExport } = await import('./span-exporter.js');
  const ratio = getRatio(config);
  const { recorder, shutdown } = createSpanExport({ endpoint, ratio, serviceName: serviceName || unit }, log);
  useSpanRecorder(recorder);
  log.info({ ratio }, 'exporting traces');
  const stop = async () => {
    useSpanRecorder(null);
    // Spans that the collector hasn't accepted by then are lost; refusals are logged.
    await Promise.race([shutdown().catch(() => undefined), sleep(flushMs, undefined, { ref: false })]);
  };
  return [{ name: 'traces', stop, timeoutMs: flushMs + 500 }];
}
