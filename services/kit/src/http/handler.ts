import type { Logger } from 'pino';
import type { RowFaults } from '../contract/faults.js';
import type { ProblemDetail } from '../errors.js';
import type { Command } from '../idempotency/command.js';
import type { Answer } from './answer.js';

/** One call of an operation, already known to fit the contract: `body` and `query` have the shapes declared there. */
export interface Call<Body = unknown, Query = unknown> extends Command {
  /** A path parameter; throws when the contract's path has none of that name. */
  readonly path: (name: string) => string;
  readonly query: Query;
  readonly body: Body;
  /** Faults of single rows of a bulk body (`x-rows`), by index; such rows do not fit `Body`. */
  readonly rowFaults: RowFaults;
  /** A request header, or undefined. */
  readonly header: (name: string) => string | undefined;
  /** Carries the request id and the workspace. */
  readonly log: Logger;
}

// Written as a method so that a handler of a narrower body fits the table of handlers: the contract's validator, which
// runs between the two, is what makes that true.
interface HandlerShape<Body, Query> {
  handle(call: Call<Body, Query>): Promise<Answer>;
}

/** Answers one operation of the contract, or throws a Problem. */
export type Handler<Body = unknown, Query = unknown> = HandlerShape<Body, Query>['handle'];

/**
 * A handler that can say more about a body that the contract has found faults in, such as that a record which it names
 * does not exist: `inspect` is then asked in place of `handle`. Its call's body has the sound top-level fields alone.
 */
export interface InspectingHandler {
  readonly handle: Handler;
  inspect(call: Call): Promise<readonly ProblemDetail[]>;
}

/** A service's handlers by operationId. */
export type Handlers = Readonly<Record<string, Handler | InspectingHandler>>;
