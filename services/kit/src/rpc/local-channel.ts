import { Metadata, type MethodDefinition, type ServiceError, type StatusObject, status } from '@grpc/grpc-js';
import type { CallTerms, Channel, OnCallEnd } from './grpc-channel.js';
import { maxMessageBytes } from './grpc-channel.js';
import { type CallAnswer, findAnswer, type RpcServices } from './server.js';

/** RPCs of a service by their full names, such as `/plotline.team.v1.AgentsService/GetAgents`. */
export type LocalRpcs = ReadonlyMap<string, { readonly method: MethodDefinition<unknown, unknown> } & CallAnswer>;

/** Collects the RPCs that a service implements. Throws if one of them was not created by `createRpcAdapter`. */
export function collectRpcs(services: RpcServices): LocalRpcs {
  const rpcs = new Map<string, { readonly method: MethodDefinition<unknown, unknown> } & CallAnswer>();
  for (const [definition, implementation] of services) {
    for (const [name, method] of Object.entries(definition)) {
      const handler = implementation[name];
      if (!handler) continue;
      const found = findAnswer(handler);
      if (!found) throw new Error(`${method.path} cannot be answered within the process.`);
      rpcs.set(method.path, { method, answer: (received, callback) => found.answer(received, callback) });
    }
  }
  return rpcs;
}

/** A service in this process. */
export interface LocalService {
  /** Calls back with the service's RPCs as soon as it answers, or with null when it has stopped. */
  whenServing(callback: (rpcs: LocalRpcs | null) => void): void;
  /** Counts a call as running until the returned function is called. */
  countCall(): () => void;
}

/** Creates the same error from a status as gRPC's client. */
function toServiceError({ code = status.UNKNOWN, details = '', metadata }: Partial<StatusObject>): ServiceError {
  const error = new Error(`${code} ${status[code]}: ${details}`);
  return Object.assign(error, { code, details, metadata: metadata ?? new Metadata() });
}

function tooLarge(bytes: Buffer): Partial<StatusObject> | null {
  if (bytes.length <= maxMessageBytes) return null;
  const details = `Received message larger than max (${bytes.length} vs ${maxMessageBytes})`;
  return { code: status.RESOURCE_EXHAUSTED, details };
}

function toInternal(error: unknown): Partial<StatusObject> {
  return { code: status.INTERNAL, details: error instanceof Error ? error.message : String(error) };
}

/** One call. It ends once: with an answer, with an error, or at its deadline. */
class LocalCall<Request, Response> {
  readonly #method: MethodDefinition<Request, Response>;
  readonly #onEnd: OnCallEnd<Response>;
  readonly #timer: NodeJS.Timeout;
  #isOver = false;
  /** Called when the call ends, if the service counts the call. */
  onOver: (() => void) | null = null;

  constructor(method: MethodDefinition<Request, Response>, { deadline }: CallTerms, onEnd: OnCallEnd<Response>) {
    this.#method = method;
    this.#onEnd = onEnd;
    const leftMs = Math.max(deadline - Date.now(), 0);
    this.#timer = setTimeout(
      () => this.refuse({ code: status.DEADLINE_EXCEEDED, details: 'Deadline exceeded' }),
      leftMs,
    );
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  refuse(refusal: Partial<StatusObject>): void {
    this.#end(toServiceError(refusal));
  }

  /** Accepts the bytes of an answer. The callee can no longer change them. */
  answer(bytes: Buffer): void {
    const refusal = tooLarge(bytes);
    if (refusal) this.refuse(refusal);
    else this.#end(null, this.#method.responseDeserialize(bytes));
  }

  #end(error: ServiceError | null, answer?: Response): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.onOver?.();
    this.#onEnd(error, answer);
  }
}

/**
 * Opens a channel to a service in this process. Messages are encoded and decoded as on a network, which costs little.
 * So the callee gets the same request as over a network, including defaults and limits, and shares no object with the
 * caller.
 */
export function openLocalChannel(service: LocalService): Channel {
  return {
    call: (method, request, terms, onEnd) => {
      const call = new LocalCall(method, terms, onEnd);
      service.whenServing((rpcs) => {
        if (call.isOver) return;
        if (!rpcs) return call.refuse({ code: status.UNAVAILABLE, details: 'The service has stopped.' });
        const rpc = rpcs.get(method.path);
        if (!rpc) return call.refuse({ code: status.UNIMPLEMENTED, details: `There is no ${method.path}.` });
        try {
          const bytes = method.requestSerialize(request);
          const refusal = tooLarge(bytes);
          if (refusal) return call.refuse(refusal);
          const received = {
            request: rpc.method.requestDeserialize(bytes),
            metadata: terms.metadata,
            getPath: () => method.path,
          };
          call.onOver = service.countCall();
          rpc.answer(received, (refused, answer) => {
            if (refused) return call.refuse(refused);
            try {
              call.answer(rpc.method.responseSerialize(answer));
            } catch (error) {
              call.refuse(toInternal(error));
            }
          });
        } catch (error) {
          call.refuse(toInternal(error));
        }
      });
    },
    close: () => undefined,
  };
}
