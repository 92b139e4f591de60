import { Metadata, type MethodDefinition } from '@grpc/grpc-js';
import { type Caller, callerHeader, signCall, signCaller } from '../core/caller.js';
import type { CallerKeys } from '../core/caller-keys.js';
import { type Deadline, deriveDeadline } from '../core/time.js';
import type { Metrics } from '../telemetry/metrics.js';
import { endCallSpan, startCallSpan } from './call-span.js';
import { type OpenChannel, openGrpcChannel } from './grpc-channel.js';
import { createCallObserver } from './rpc-metrics.js';
import { fromStatus } from './status.js';

/** Context of a call; its deadline and caller are passed on. */
export interface CallContext {
  readonly caller?: Caller;
  /** Outer deadline when there is no caller yet. */
  readonly deadline?: Deadline;
}

export interface PeerOptions {
  /** Name of the peer. Callers are signed for it, and errors contain it. */
  readonly name: string;
  /** `host:port`, or `dns:///host:port` to spread calls over the addresses behind a headless name. */
  readonly address: string;
  /** Keys that sign the calls. */
  readonly callerKeys: CallerKeys;
  /** Time limit of one call (default 5,000). */
  readonly timeoutMs?: number;
  /** Registry of the calls' metrics. */
  readonly metrics?: Pick<Metrics, 'registry'>;
  /** Opens the channel for calls; over gRPC unless the peer may be in this process. */
  readonly openChannel?: OpenChannel;
}

/** A channel to another service. */
export interface Peer {
  /** Calls a method of a generated definition. Resolves to the answer or rejects with a Problem. */
  call<Request, Response>(
    method: MethodDefinition<Request, Response>,
    request: Request,
    context: CallContext,
  ): Promise<Response>;
  close(): void;
}

/** Creates one channel to another service for all calls. */
export function createPeer(options: PeerOptions): Peer {
  const { name, address, callerKeys, timeoutMs = 5_000, metrics, openChannel = openGrpcChannel } = options;
  const observe = createCallObserver('client', metrics?.registry);
  const channel = openChannel(name, address);
  return {
    call: (method, request, context) =>
      new Promise((resolve, reject) => {
        const startedAt = performance.now();
        const { path } = method;
        const metadata = new Metadata();
        const { caller } = context;
        const deadline = deriveDeadline(timeoutMs, caller?.deadline ?? context.deadline);
        const span = caller && startCallSpan('client', path, caller);
        const target = { service: name, method: 'POST', path };
        // The callee stops working when this call stops waiting.
        const own = caller && span && { ...caller, deadline, traceparent: span.traceparent };
        const signed = own ? signCaller(own, target, callerKeys) : signCall(deadline, target, callerKeys);
        metadata.set(callerHeader, signed);
        channel.call(method, request, { metadata, deadline }, (error, answer) => {
          endCallSpan(span, error);
          const problem = error ? fromStatus(error, name) : null;
          observe(path, problem?.code ?? 'OK', startedAt);
          if (problem) reject(problem);
          else if (answer === undefined) reject(new Error(`The ${name} service answered nothing.`));
          else resolve(answer);
        });
      }),
    close: () => channel.close(),
  };
}
