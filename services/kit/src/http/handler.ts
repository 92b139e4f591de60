import type { Logger } from 'pino';
import type { Answer } from '../core/answer.js';
import type { Tenant } from '../core/caller.js';
import type { ProblemDetail } from '../core/errors.js';
import type { Command } from '../store/idempotency/command.js';
import type { RowFaults } from './contract/faults.js';
import type { Upload } from './upload.js';

/** One call of an operation, after validation: `body` and `query` have the shapes that the contract declares. */
export interface Call<Body = unknown, Query = unknown> extends Command {
  /** A path parameter; throws when the contract's path has none of that name. */
  readonly path: (name: string) => string;
  readonly query: Query;
  readonly body: Body;
  /** Faults of single rows of a bulk body (`x-rows`), by index; such rows do not fit `Body`. */
  readonly rowFaults: RowFaults;
  /** A request header, or undefined. */
  readonly header: (name: string) => string | undefined;
  /** The client's address. */
  readonly address: string;
  /** Carries the request id and the workspace. */
  readonly log: Logger;
}

// A method, as parameters of methods are bivariant: a handler of a narrower body fits the table of handlers. The
// contract's validator runs between the two and makes that sound.
interface HandlerShape<Body, Query> {
  handle(call: Call<Body, Query>): Promise<Answer>;
}

/** Answers one operation of the contract, or throws a Problem. */
export type Handler<Body = unknown, Query = unknown> = HandlerShape<Body, Query>['handle'];

/**
 * A handler that finds further faults in a body which does not fit the contract, such as a reference to a record that does
 * not exist: `inspect` is then called in place of `handle`, with the valid top-level fields of the body.
 */
export interface InspectingHandler {
  readonly handle: Handler;
  inspect(call: Call): Promise<readonly ProblemDetail[]>;
}

/** A call of an operation with `x-upload` while its body arrives. */
export interface UploadCall<Query = unknown> extends Omit<Call<unknown, Query>, 'body' | 'rowFaults' | 'claim'> {
  readonly upload: Upload;
}

/** What became of the body of an upload. */
export interface ReceivedUpload<Body = unknown> {
  /** The body of the call that follows. */
  readonly body: Body;
  /** Tells this body from others, such as the hash of the file: requests with one Idempotency-Key must agree in it. */
  readonly identity: string;
  /** Removes what was stored, as the request is refused or was answered before. */
  discard(): Promise<void>;
}

// Methods, for the reason that HandlerShape has.
/**
 * Answers an operation with `x-upload`. `receive` takes the body in and changes no record: it may last ten minutes, by which time
 * the deadline of other requests is long over. `handle` follows once the body has ended, with a deadline of its own, and not when
 * an equal request with the Idempotency-Key was answered.
 */
export interface UploadHandler<Body = unknown, Query = unknown> {
  receive(call: UploadCall<Query>): Promise<ReceivedUpload<Body>>;
  handle(call: Call<Body, Query>): Promise<Answer>;
}

/** The id of the record that has an external id; null when none has it. */
export type FindByExternalId = (tenant: Tenant, externalId: string) => Promise<string | null>;

/** Answers a PUT by external id by two other operations, which are named by their operationIds. */
export interface UpsertHandler {
  readonly find: FindByExternalId;
  readonly create: string;
  readonly update: string;
}

/** A service's handlers by operationId. */
export type Handlers = Readonly<Record<string, Handler | InspectingHandler | UploadHandler | UpsertHandler>>;
