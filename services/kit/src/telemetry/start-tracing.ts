import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from './log.js';
import { hasSpanRecorder, useSpanRecorder } from './span.js';
import type { TracingConfig } from './tracing-specs.js';

/** How long a stopping process waits for the collector. */
const flushMs = 1_500;

function getRatio({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio }: TracingConfig): number {
  if (sampler === 'parentbased_always_on') return 1;
  return sampler === 'parentbased_always_off' ? 0 : ratio;
}

/** Ends the export after sending all recorded spans. */
interface SpanExport {
  readonly name: string;
  readonly timeoutMs: number;
  stop(): Promise<void>;
}

/**
 * Makes this process record and export spans if its environment names a collector. Resolves to the component to stop
 * last. Without a collector, nothing of OpenTelemetry's SDK is loaded. A process has one recorder: a unit that starts
 * where one exists adds none.
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
