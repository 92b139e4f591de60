import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, type Tracer, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { getSpanId, getTraceId, toTraceparent } from '../core/ids.js';
import type { Logger } from './log.js';
import { describeProcess, toResourceAttributes } from './resource.js';
import type { Span, SpanDescription, SpanRecorder } from './span.js';

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const satisfies Record<SpanDescription['kind'], SpanKind>;

/** Maximum spans that wait for export. Further spans are dropped. */
const maxQueued = 2_048;
const maxBatch = 512;
/** Time that spans wait so that they are exported together. */
const delayMs = 1_000;
/** Time limit of one export, including retries. The next export starts after it. */
const exportTimeoutMs = 5_000;
/** Maximum length of an attribute. No attribute should be this long. */
const maxValueLength = 256;

function startRecorded(tracer: Tracer, description: SpanDescription, parent: string | undefined): Span {
  const { name, kind, attributes, startTime } = description;
  const traceId = getTraceId(parent);
  const context =
    parent === undefined || traceId === undefined
      ? ROOT_CONTEXT
      : trace.setSpanContext(ROOT_CONTEXT, {
          traceId,
          spanId: getSpanId(parent),
          traceFlags: TraceFlags.SAMPLED,
          isRemote: true,
        });
  const options = { kind: kinds[kind], attributes, ...(startTime === undefined ? {} : { startTime }) };
  const span = tracer.startSpan(name, options, context);
  return {
    traceparent: toTraceparent(span.spanContext()),
    isRecorded: true,
    rename: (next) => void span.updateName(next),
    set: (further) => void span.setAttributes(further),
    end: (errorType) => {
      if (errorType !== undefined) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', errorType);
      span.end();
    },
  };
}

/** Logs when the collector stops accepting spans, and when it accepts them again. */
function watchExports(exporter: SpanExporter, log: Logger): SpanExporter {
  let isAway = false;
  return {
    export: (spans, tell) =>
      exporter.export(spans, (result) => {
        const isRefused = result.error !== undefined;
        if (isRefused && !isAway) log.warn({ err: result.error, spans: spans.length }, 'trace export failed');
        if (!isRefused && isAway) log.info('trace export works again');
        isAway = isRefused;
        tell(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

/** Records and exports spans, until it is shut down. */
export interface SpanExport {
  readonly recorder: SpanRecorder;
  /** Exports the recorded spans that the collector accepts in time. */
  readonly shutdown: () => Promise<void>;
}

/**
 * Exports spans to an OTLP/HTTP collector in the background. No work waits for the export, and spans that the collector
 * doesn't accept are dropped.
 */
export function createSpanExport(
  { endpoint, ratio, serviceName }: { readonly endpoint: string; readonly ratio: number; readonly serviceName: string },
  log: Logger,
): SpanExport {
  const url = `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`;
  const exporter = watchExports(new OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs }), log);
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes({ 'service.name': serviceName, ...toResourceAttributes(describeProcess()) })),
    // Sampling is decided earlier, so every span that is started here is recorded.
    sampler: new AlwaysOnSampler(),
    spanLimits: { attributeValueLengthLimit: maxValueLength },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: maxQueued,
        maxExportBatchSize: maxBatch,
        scheduledDelayMillis: delayMs,
        exportTimeoutMillis: exportTimeoutMs,
      }),
    ],
  });
  const tracer = provider.getTracer('plotline');
  return {
    recorder: { ratio, start: (description, parent) => startRecorded(tracer, description, parent) },
    shutdown: () => provider.shutdown(),
  };
}
