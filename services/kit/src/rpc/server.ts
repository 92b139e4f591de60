import {
  type handleUnaryCall,
  type Metadata,
  Server,
  ServerCredentials,
  type ServiceDefinition,
  type StatusObject,
  type status,
  type UntypedHandleCall,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { Logger } from 'pino';
import { type Caller, callerHeader, type VerifiedCall, verifyCall } from '../core/caller.js';
import type { CallerKeys } from '../core/caller-keys.js';
import { Problem, toProblem } from '../core/errors.js';
import { requestBudgetMs } from '../core/time.js';
import { runInSpan } from '../telemetry/active-span.js';
import { toLogFields } from '../telemetry/log.js';
import type { Metrics } from '../telemetry/metrics.js';
import type { Span } from '../telemetry/span.js';
import { endCallSpan, startCallSpan } from './call-span.js';
import { toStatus } from './client.js';
import { maxMessageBytes } from './grpc-channel.js';
import { createCallObserver } from './rpc-metrics.js';

/**
 * Names of the programs that may call each RPC, by the RPC's full name, such as
 * `/plotline.team.v1.AgentsService/GetAgents`.
 */
export type RpcCallers = Readonly<Record<string, readonly string[]>>;

interface IncomingCallOptions {
  /** Name of the service. Callers are signed for it. */
  readonly name: string;
  readonly callerKeys: CallerKeys;
  /** Programs that may call each RPC. Nobody can call an RPC that isn't listed. */
  readonly callers: RpcCallers;
  readonly log: Logger;
}

/** Metadata of a received RPC call. */
interface ReceivedCall {
  readonly metadata: Metadata;
  getPath(): string;
}

/** A received call with its request. */
interface ReceivedRequest<Request> extends ReceivedCall {
  readonly request: Request;
}

/** RPC call that is being answered. */
class IncomingCall {
  readonly #options: IncomingCallOptions;
  readonly #path: string;
  readonly #verified: VerifiedCall | null;
  readonly #caller: Caller | null;
  readonly #span: Span | undefined;

  constructor(received: ReceivedCall, options: IncomingCallOptions) {
    this.#options = options;
    this.#path = received.getPath();
    const [token] = received.metadata.get(callerHeader);
    const target = { service: options.name, method: 'POST', path: this.#path };
    this.#verified = verifyCall(typeof token === 'string' ? token : undefined, target, options.callerKeys);
    const caller = this.#verified?.caller ?? null;
    this.#span = caller ? startCallSpan('server', this.#path, caller, Date.now()) : undefined;
    // Calls that the handler makes are children of this span.
    this.#caller = caller && this.#span ? { ...caller, traceparent: this.#span.traceparent } : null;
  }

  /** Throws FORBIDDEN unless a program that may call the RPC has signed the call. */
  assertAllowed(): void {
    const program = this.#verified?.program;
    if (program !== undefined && this.#options.callers[this.#path]?.includes(program)) return;
    this.log.warn({ rpc: this.#path, program: program ?? 'unknown' }, 'call refused');
    throw new Problem('FORBIDDEN', 'The call is not signed by a program that may make it.');
  }

  readonly caller = (): Caller => {
    if (!this.#caller) throw new Problem('FORBIDDEN', 'The call has no caller that is signed for it.');
    return this.#caller;
  };

  /** Logger with the ids of the caller's request. Without a caller, it has no ids. */
  get log(): Logger {
    const { log } = this.#options;
    return this.#caller ? log.child(toLogFields(this.#caller)) : log;
  }

  /** Runs the work of the call in its span, if it has one. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#span ? runInSpan(this.#span, work) : work();
  }

  /** Ends the call's span, if it has one. */
  end(error: { readonly code?: status } | null): void {
    endCallSpan(this.#span, error);
  }
}

/** Answers calls to one RPC, however they arrive. */
export interface CallAnswer {
  answer(
    received: ReceivedRequest<unknown>,
    callback: (refusal: Partial<StatusObject> | null, answer?: unknown) => void,
  ): void;
}

const answers = new WeakMap<UntypedHandleCall, CallAnswer>();

/** Stores the function behind a gRPC handler, because the handler itself only accepts calls with a connection. */
function rememberAnswer(handler: UntypedHandleCall, answer: CallAnswer): void {
  answers.set(handler, answer);
}

/** Returns the function behind a handler. Undefined if `createRpcAdapter` did not create the handler. */
export function findAnswer(handler: UntypedHandleCall): CallAnswer | undefined {
  return answers.get(handler);
}

export interface RpcCall {
  /** Returns the caller. Throws FORBIDDEN if no caller was signed for this call. */
  readonly caller: () => Caller;
  /** Logger with the ids of the caller's request, if there is a caller. */
  readonly log: Logger;
}

/** Handler of one RPC method. If it throws a Problem, the peer gets the same Problem. */
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
        return call.run(() => handler(received.request, call));
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
  /** Listens on the address of one network interface. Rejects with an error that contains the port. */
  listen(port: number, host: string): Promise<void>;
  /** Makes all further health checks report NOT_SERVING, so that load balancers choose other replicas. */
  drain(): void;
  /** Waits for running calls, at most for the time of one request. */
  close(): Promise<void>;
}

/**
 * Creates a gRPC server with the health protocol. Connections have a maximum age, because callers look up the addresses
 * again when they reconnect. So new replicas get their share of calls.
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
