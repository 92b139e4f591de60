import type { Logger } from 'pino';
import type { Answer } from '../core/answer.js';
import type { Tenant } from '../core/caller.js';
import type { ProblemDetail } from '../core/errors.js';
import type { Command } from '../store/idempotency/command.js';
import type { RowFaults } from './contract/faults.js';
import type { Upload } from './upload.js';

/** One call of an operation after validation: `body` and `query` have the shapes that the contract declares. */
export interface Call<Body = unknown, Query = unknown> extends Command {
  /** Returns a path parameter; throws when the contract's path lacks it. */
  readonly path: (name: string) => string;
  readonly query: Query;
  readonly body: Body;
  /** Faults of single rows of a bulk body (`x-rows`) by index. Such rows don't fit `Body`. */
  readonly rowFaults: RowFaults;
  /** Returns a request header, or undefined. */
  readonly header: (name: string) => string | undefined;
  /** Address of the client. */
  readonly address: string;
  /** Logger with the request id and the workspace. */
  readonly log: Logger;
}

// A method, because parameters of methods are bivariant: a handler of a narrower body fits the table of handlers. The
// contract's validator runs in between and makes that sound.
interface HandlerShape<Body, Query> {
  handle(call: Call<Body, Query>): Promise<Answer>;
}

/** Answers one operation of the contract, or throws a Problem. */
export type Handler<Body = unknown, Query = unknown> = HandlerShape<Body, Query>['handle'];

/**
 * A handler that can find further faults in a body which doesn't fit the contract, such as a reference to a missing
 * record. `inspect` is then called instead of `handle`, with the valid top-level fields of the body.
 */
export interface InspectingHandler {
  readonly handle: Handler;
  inspect(call: Call): Promise<readonly ProblemDetail[]>;
}

/** A call of an operation with `x-upload`, while its body arrives. */
export interface UploadCall<Query = unknown> extends Omit<Call<unknown, Query>, 'body' | 'rowFaults' | 'claim'> {
  readonly upload: Upload;
}

/** Result of receiving the body of an upload. */
export interface ReceivedUpload<Body = unknown> {
  /** Body of the call that follows. */
  readonly body: Body;
  /** Identifies the body, such as the hash of a file. Requests with the same Idempotency-Key must have the same. */
  readonly identity: string;
  /** Removes everything stored, because the request is refused or was answered before. */
  discard(): Promise<void>;
}

// Methods, for the same reason as in HandlerShape.
/**
 * Answers an operation with `x-upload`. `receive` reads the body and changes no record. It may take ten minutes, much
 * longer than the deadline of other requests. When the body has ended, `handle` follows with a deadline of its own,
 * unless an equal request with the same Idempotency-Key was answered.
 */
export interface UploadHandler<Body = unknown, Query = unknown> {
  receive(call: UploadCall<Query>): Promise<ReceivedUpload<Body>>;
  handle(call: Call<Body, Query>): Promise<Answer>;
}

/** Returns the id of the record with an external id; null when there is none. */
export type FindByExternalId = (tenant: Tenant, externalId: string) => Promise<string | null>;

/** Answers a PUT by external id with two other operations, given by their operationIds. */
export interface UpsertHandler {
  readonly find: FindByExternalId;
  readonly create: string;
  readonly update: string;
}

/** Handlers of a service by operationId. */
export type Handlers = Readonly<Record<string, Handler | InspectingHandler | UploadHandler | UpsertHandler>>;
