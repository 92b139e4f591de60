import type { Metadata, status } from '@grpc/grpc-js';
import type { Logger } from 'pino';
import { type Caller, callerHeader, verifyCaller } from '../caller.js';
import { Problem } from '../errors.js';
import type { Keyring } from '../keyring.js';
import { toLogFields } from '../process/log.js';
import type { Span } from '../tracing/span.js';
import { endCallSpan, startCallSpan } from './call-span.js';

export interface IncomingCallOptions {
  /** The service's name, for which callers are signed. */
  readonly name: string;
  readonly callerKeys: Keyring;
  readonly log: Logger;
}

/** What is known of a call of an RPC. */
interface ReceivedCall {
  readonly metadata: Metadata;
  getPath(): string;
}

/** The same with what is asked. */
export interface ReceivedRequest<Request> extends ReceivedCall {
  readonly request: Request;
}

/** A call of an RPC while it is answered. Its caller is verified when it is asked for, once. */
export class IncomingCall {
  readonly #received: ReceivedCall;
  readonly #options: IncomingCallOptions;
  readonly #startedAt = Date.now();
  /** Null when none was signed for this call; undefined when nobody has asked. */
  #verified: Caller | null | undefined;
  #span: Span | undefined;

  constructor(received: ReceivedCall, options: IncomingCallOptions) {
    this.#received = received;
    this.#options = options;
  }

  /** The caller, whose calls are children of the span of this one. */
  #verify(): Caller | null {
    if (this.#verified !== undefined) return this.#verified;
    const { name, callerKeys } = this.#options;
    const [token] = this.#received.metadata.get(callerHeader);
    const path = this.#received.getPath();
    const target = { service: name, method: 'POST', path };
    const found = verifyCaller(typeof token === 'string' ? token : undefined, target, callerKeys);
    this.#span = found ? startCallSpan('server', path, found, this.#startedAt) : undefined;
    this.#verified = found && this.#span ? { ...found, traceparent: this.#span.traceparent } : null;
    return this.#verified;
  }

  readonly caller = (): Caller => {
    const caller = this.#verify();
    if (!caller) throw new Problem('FORBIDDEN', 'The call carries no caller that was signed for it.');
    return caller;
  };

  /** Carries the ids of the caller's request, where there is a caller. */
  get log(): Logger {
    const caller = this.#verify();
    return caller ? this.#options.log.child(toLogFields(caller)) : this.#options.log;
  }

  /** Ends the span of the call, if it has one. */
  end(error: { readonly code?: status } | null): void {
    endCallSpan(this.#span, error);
  }
}
