import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { listenAnywhere } from './listen-anywhere.js';

type Value = string | number | boolean;

/** Span as the collector received it. */
export interface CollectedSpan {
  /** `service.name` of the process. */
  readonly service: string;
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  readonly traceId: string;
  readonly spanId: string;
  /** Empty if there is no parent. */
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly isFailed: boolean;
  /** Attributes of the process. */
  readonly resource: Readonly<Record<string, Value>>;
}

/** OTLP's JSON format, limited to the fields that are read here. 64-bit integers may be strings. */
interface OtlpAttribute {
  readonly key: string;
  readonly value: {
    readonly stringValue?: string;
    readonly intValue?: number | string;
    readonly doubleValue?: number;
    readonly boolValue?: boolean;
  };
}
interface OtlpSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes?: readonly OtlpAttribute[];
  readonly status?: { readonly code?: number };
}
interface OtlpTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** OTLP/HTTP collector on 127.0.0.1. */
export interface Collector {
  /** Value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  readonly spans: CollectedSpan[];
  /** Paths of the received requests. */
  readonly paths: string[];
  /** Sets the collector's answer from now on. At first it accepts everything. */
  answer: (response: ServerResponse) => void;
  stop(): Promise<void>;
}

const kinds = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;

function toAttributes(attributes: readonly OtlpAttribute[] = []): Record<string, Value> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  );
}

function toSpans({ resourceSpans }: OtlpTraces): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, kind, traceId, spanId, parentSpanId = '', attributes, status }) => ({
        service: String(toAttributes(resource.attributes)['service.name']),
        name,
        kind: kinds[kind] ?? 'internal',
        traceId,
        spanId,
        parentSpanId,
        attributes: toAttributes(attributes),
        isFailed: status?.code === 2,
        resource: toAttributes(resource.attributes),
      })),
    ),
  );
}

export async function startCollector(): Promise<Collector> {
  const server = createServer(async (request, response) => {
    const traces: unknown = await json(request);
    collector.paths.push(request.url ?? '');
    if (isTraces(traces)) collector.spans.push(...toSpans(traces));
    collector.answer(response);
  });
  const port = await listenAnywhere(server);
  const collector: Collector = {
    endpoint: `http://127.0.0.1:${port}`,
    spans: [],
    paths: [],
    answer: (response) => void response.setHeader('content-type', 'application/json').end('{}'),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return collector;
}

function isTraces(body: unknown): body is OtlpTraces {
  return typeof body === 'object' && body !== null && 'resourceSpans' in body;
}
