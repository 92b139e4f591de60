import type { Metadata, status } from '@grpc/grpc-js';
import type { Logger } from 'pino';
import { type Caller, callerHeader, type VerifiedCall, verifyCall } from '../core/caller.js';
import type { CallerKeys } from '../core/caller-keys.js';
import { Problem } from '../core/errors.js';
import { toLogFields } from '../telemetry/log.js';
import type { Span } from '../telemetry/span.js';
import { endCallSpan, startCallSpan } from './call-span.js';

/**
 * Names of the programs that may call each RPC, by the RPC's full name, such as
 * `/plotline.team.v1.AgentsService/GetAgents`.
 */
export type RpcCallers = Readonly<Record<string, readonly string[]>>;

export interface IncomingCallOptions {
  /** Name of the service, which callers are signed for. */
  readonly name: string;
  readonly callerKeys: CallerKeys;
  /** An RPC that isn't listed can't be called by anyone. */
  readonly callers: RpcCallers;
  readonly log: Logger;
}

/** Metadata of a received call of an RPC. */
interface ReceivedCall {
  readonly metadata: Metadata;
  getPath(): string;
}

/** A received call with its request. */
export interface ReceivedRequest<Request> extends ReceivedCall {
  readonly request: Request;
}

/** A call of an RPC while it is being answered. */
export class IncomingCall {
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
    // Calls that it makes are children of its span.
    this.#caller = caller && this.#span ? { ...caller, traceparent: this.#span.traceparent } : null;
  }

  /** Throws FORBIDDEN unless the call is signed by a program that may call the RPC. */
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

  /** Logger with the ids of the caller's request, if there is a caller. */
  get log(): Logger {
    const { log } = this.#options;
    return this.#caller ? log.child(toLogFields(this.#caller)) : log;
  }

  /** Ends the span of the call, if it has one. */
  end(error: { readonly code?: status } | null): void {
    endCallSpan(this.#span, error);
  }
}
