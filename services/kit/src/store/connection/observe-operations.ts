import { createRequire } from 'node:module';
import type { mongo } from 'mongoose';

/** Request from the application to MongoDB. Contains no values of a query. */
export interface DatabaseOperation {
  /** Name of the command: `find`, `update`, or the first word of a command that the application wrote itself. */
  readonly command: string;
  /** Name of the collection; undefined for an operation on a database or a transaction. */
  readonly collection: string | undefined;
  readonly database: string;
}

/**
 * Called when an operation starts. Returns a function that is called with the error, if any, when the operation has
 * ended.
 */
export type ObserveOperation = (operation: DatabaseOperation) => (error?: unknown) => void;

/** Operation in the form in which the driver sends it to a server. */
interface DriverOperation {
  readonly commandName: string;
  readonly command?: Readonly<Record<string, unknown>>;
  readonly ns: { readonly db: string; readonly collection?: string | undefined };
  /**
   * Collection of an aggregation, a count or a change, because their namespace is the database. Its type depends on the
   * command.
   */
  readonly target?: unknown;
  readonly collectionName?: unknown;
  readonly collection?: { readonly collectionName?: unknown };
}

interface DriverServer {
  readonly topology: { readonly client: object };
  command(operation: DriverOperation, ...rest: readonly unknown[]): Promise<unknown>;
}

// Found at run time, because the driver doesn't export the class. The driver's public command events would read each
// batch of a cursor twice, only to pass the documents to the listener.
const mongoosePath = createRequire(import.meta.url).resolve('mongoose');
const { Server }: { readonly Server: { readonly prototype: DriverServer } } =
  createRequire(mongoosePath)('mongodb/lib/sdam/server.js');

const { command: sendCommand } = Server.prototype;
const observers = new WeakMap<object, ObserveOperation>();

const toName = (value: unknown) => (typeof value === 'string' && value !== '$cmd' ? value : undefined);

function describe(operation: DriverOperation): DatabaseOperation {
  const { commandName, command, ns } = operation;
  if (commandName === 'runCommand' && command !== undefined) {
    const [name = commandName] = Object.keys(command);
    return { command: name, collection: toName(command[name]), database: ns.db };
  }
  const { target, collectionName, collection } = operation;
  const names = [ns.collection, target, collectionName, collection?.collectionName];
  return { command: commandName, collection: names.map(toName).find(Boolean), database: ns.db };
}

Server.prototype.command = async function (operation, ...rest) {
  const observe = observers.get(this.topology.client);
  if (observe === undefined) return sendCommand.call(this, operation, ...rest);
  const end = observe(describe(operation));
  try {
    const answer = await sendCommand.call(this, operation, ...rest);
    end();
    return answer;
  } catch (error) {
    end(error);
    throw error;
  }
};

/**
 * Observes a client's operations. Each attempt is observed separately and includes the wait for a connection. The
 * driver's server checks are not operations.
 */
export function observeOperations(client: mongo.MongoClient, observe: ObserveOperation): void {
  observers.set(client, observe);
}
