import {
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServiceDefinition,
  type StatusObject,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { Logger } from 'pino';
import type { Caller } from '../core/caller.js';
import { toProblem } from '../core/errors.js';
import { requestBudgetMs } from '../core/time.js';
import type { Metrics } from '../telemetry/metrics.js';
import { maxMessageBytes } from './grpc-channel.js';
import { rememberAnswer } from './handled-calls.js';
import { IncomingCall, type IncomingCallOptions, type ReceivedRequest } from './incoming-call.js';
import { createCallObserver } from './rpc-metrics.js';
import { toStatus } from './status.js';

export interface RpcCall {
  /** Returns the caller; throws FORBIDDEN when none was signed for this call. */
  readonly caller: () => Caller;
  /** Logger with the ids of the caller's request, if there is a caller. */
  readonly log: Logger;
}

/** One method of a service. A Problem that it throws reaches the peer as the same Problem. */
export type RpcHandler<Request, Response> = (request: Request, call: RpcCall) => Promise<Response>;

/** Adapts a handler to a generated `…Server` interface. */
export type RpcAdapter = <Request, Response>(
  handler: RpcHandler<Request, Response>,
) => handleUnaryCall<Request, Response>;

interface RpcAdapterOptions extends IncomingCallOptions {
  /** Registry of the calls' metrics. */
  readonly metrics?: Pick<Metrics, 'registry'>;
}

/** Creates the adapter for all methods of one service. */
export function createRpcAdapter(options: RpcAdapterOptions): RpcAdapter {
  const observe = createCallObserver('server', options.metrics?.registry);
  return <Request, Response>(handler: RpcHandler<Request, Response>) => {
    const answer = (
      received: ReceivedRequest<Request>,
      callback: (refusal: Partial<StatusObject> | null, answer?: Response) => void,
    ): void => {
      const startedAt = performance.now();
      const call = new IncomingCall(received, options);
      const answering = async () => {
        call.assertAllowed();
        return handler(received.request, call);
      };
      answering().then(
        (answered) => {
          observe(received.getPath(), 'OK', startedAt);
          call.end(null);
          callback(null, answered);
        },
        (error: unknown) => {
          const problem = toProblem(error);
          if (problem.code === 'INTERNAL_ERROR')
            call.log.error({ err: problem.cause, rpc: received.getPath() }, 'unforeseen error');
          observe(received.getPath(), problem.code, startedAt);
          const refusal = toStatus(problem);
          call.end(refusal);
          callback(refusal);
        },
      );
    };
    const handleUnary: handleUnaryCall<Request, Response> = answer;
    rememberAnswer(handleUnary, { answer });
    return handleUnary;
  };
}

/** Services of a server with their implementations. */
export type RpcServices = readonly (readonly [ServiceDefinition, UntypedServiceImplementation])[];

export interface RpcServer {
  readonly server: Server;
  /** Listens on the address of one interface; rejects with an error that names the port. */
  listen(port: number, host: string): Promise<void>;
  /** Answers NOT_SERVING to health checks from now on, so that load balancers choose other replicas. */
  drain(): void;
  /** Waits for running calls, at most for the budget of a request. */
  close(): Promise<void>;
}

/**
 * Creates a gRPC server with the health protocol. Connections have a maximum age, so that new replicas get their share
 * of calls: callers that reconnect look the addresses up again.
 */
export function createRpcServer(services: RpcServices, maxConnectionAgeMs = 60_000): RpcServer {
  const server = new Server({
    'grpc.max_connection_age_ms': maxConnectionAgeMs,
    'grpc.max_connection_age_grace_ms': 30_000,
    'grpc.max_receive_message_length': maxMessageBytes,
  });
  const health = new HealthImplementation({ '': 'SERVING' });
  health.addToServer(server);
  for (const [definition, implementation] of services) server.addService(definition, implementation);
  return {
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error) =>
          error ? reject(new Error(`Cannot listen on port ${port}: ${error.message}`, { cause: error })) : resolve(),
        );
      }),
    drain: () => health.setStatus('', 'NOT_SERVING'),
    close: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          server.forceShutdown();
          resolve();
        }, requestBudgetMs);
        server.tryShutdown(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
}
