import { ChannelCredentials, Client, type ClientOptions, Metadata, type MethodDefinition } from '@grpc/grpc-js';
import { type Caller, callerHeader, signCaller } from '../caller.js';
import { type Deadline, deriveDeadline } from '../deadline.js';
import type { Keyring } from '../keyring.js';
import type { Metrics } from '../process/metrics.js';
import { endCallSpan, startCallSpan } from './call-span.js';
import { createCallObserver } from './rpc-metrics.js';
import { fromStatus } from './status.js';

/** On whose behalf a call is made: the deadline and the caller are passed on. */
export interface CallContext {
  readonly caller?: Caller;
  /** An outer deadline where there is no caller yet. */
  readonly deadline?: Deadline;
}

export interface PeerOptions {
  /** The peer's name: callers are signed for it, and errors tell it. */
  readonly name: string;
  /** `host:port`, or `dns:///host:port` to spread calls over the addresses behind a headless name. */
  readonly address: string;
  /** Signs the caller. */
  readonly callerKeys: Keyring;
  /** Of one call (default 5,000). */
  readonly timeoutMs?: number;
  /** Gets what is measured of the calls. */
  readonly metrics?: Pick<Metrics, 'registry'>;
}

/** A channel to another service. */
export interface Peer {
  /** Calls a method of a generated definition; resolves to the answer or rejects with a Problem. */
  call<Request, Response>(
    method: MethodDefinition<Request, Response>,
    request: Request,
    context: CallContext,
  ): Promise<Response>;
  close(): void;
}

/** grpc-js repeats calls that never reached the peer: every RPC is safe to repeat. */
const retryPolicy = {
  maxAttempts: 5,
  initialBackoff: '0.1s',
  maxBackoff: '0.5s',
  backoffMultiplier: 2,
  retryableStatusCodes: ['UNAVAILABLE'],
};

const channelOptions: ClientOptions = {
  'grpc.keepalive_time_ms': 60_000,
  'grpc.keepalive_timeout_ms': 20_000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 500,
  // A process that is gone, or has closed an old connection, is reason to look for others; by default only twice a minute.
  'grpc.dns_min_time_between_resolutions_ms': 2_000,
  'grpc.max_receive_message_length': 4 * 1024 * 1024,
  'grpc.service_config': JSON.stringify({
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: [{ name: [{}], retryPolicy }],
  }),
};

/** One pooled channel to another service, connected at the first call and again whenever it is lost. */
export function createPeer({ name, address, callerKeys, timeoutMs = 5_000, metrics }: PeerOptions): Peer {
  const observe = createCallObserver('client', metrics?.registry);
  const client = new Client(address, ChannelCredentials.createInsecure(), channelOptions);
  return {
    call: (method, request, context) =>
      new Promise((resolve, reject) => {
        const startedAt = performance.now();
        const { path, requestSerialize, responseDeserialize } = method;
        const metadata = new Metadata();
        const { caller } = context;
        const deadline = deriveDeadline(timeoutMs, caller?.deadline ?? context.deadline);
        const span = caller && startCallSpan('client', path, caller);
        if (caller && span) {
          const target = { service: name, method: 'POST', path };
          // The callee works for no longer than this call waits.
          const own = { ...caller, deadline, traceparent: span.traceparent };
          metadata.set(callerHeader, signCaller(own, target, callerKeys));
        }
        client.makeUnaryRequest(
          path,
          requestSerialize,
          responseDeserialize,
          request,
          metadata,
          { deadline },
          (error, answer) => {
            endCallSpan(span, error);
            const problem = error ? fromStatus(error, name) : null;
            observe(path, problem?.code ?? 'OK', startedAt);
            if (problem) reject(problem);
            else if (answer === undefined) reject(new Error(`The ${name} service answered nothing.`));
            else resolve(answer);
          },
        );
      }),
    close: () => client.close(),
  };
}
