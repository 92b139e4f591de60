import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from './log.js';
import { hasSpanRecorder, useSpanRecorder } from './span.js';
import type { TracingConfig } from './tracing-specs.js';

/** How long a process that stops waits for the collector. */
const flushMs = 1_500;

function getRatio({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio }: TracingConfig): number {
  if (sampler === 'parentbased_always_on') return 1;
  return sampler === 'parentbased_always_off' ? 0 : ratio;
}

/** Ends the export: what has been recorded is sent first. */
interface SpanExport {
  readonly name: string;
  readonly timeoutMs: number;
  stop(): Promise<void>;
}

/**
 * Has this process record and export spans, when its environment names a collector. Resolves to what is to be stopped last. Without a
 * collector nothing of OpenTelemetry's SDK is loaded. A process has one recorder: a unit that starts in one that records adds none.
 */
export async function startTracing(unit: string, config: TracingConfig, log: Logger): Promise<SpanExport[]> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName } = config;
  if (endpoint === '' || hasSpanRecorder()) return [];
  const { createSpanExport } = await import('./span-exporter.js');
  const ratio = getRatio(config);
  const { recorder, shutdown } = createSpanExport({ endpoint, ratio, serviceName: serviceName || unit }, log);
  useSpanRecorder(recorder);
  log.info({ ratio }, 'traces are exported');
  const stop = async () => {
    useSpanRecorder(null);
    // What the collector has not taken by then is lost, which is logged where it is refused.
    await Promise.race([shutdown().catch(() => undefined), sleep(flushMs, undefined, { ref: false })]);
  };
  return [{ name: 'traces', stop, timeoutMs: flushMs + 500 }];
}
