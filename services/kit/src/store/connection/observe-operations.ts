import { createRequire } from 'node:module';
import type { mongo } from 'mongoose';

/** Request of a program to MongoDB. It holds no values of a query. */
export interface DatabaseOperation {
  /** Name of the command: `find`, `update`, or the first word of a command that a program wrote itself. */
  readonly command: string;
  /** Name of the collection; undefined for an operation on a database or a transaction. */
  readonly collection: string | undefined;
  readonly database: string;
}

/** Called when an operation starts. Returns a function to call with its error when it has ended. */
export type ObserveOperation = (operation: DatabaseOperation) => (error?: unknown) => void;

/** Operation as the driver sends it to a server. */
interface DriverOperation {
  readonly commandName: string;
  readonly command?: Readonly<Record<string, unknown>>;
  readonly ns: { readonly db: string; readonly collection?: string | undefined };
  /** Collection of an aggregation, a count or a change, whose namespace is the database: depends on the command. */
  readonly target?: unknown;
  readonly collectionName?: unknown;
  readonly collection?: { readonly collectionName?: unknown };
}

interface DriverServer {
  readonly topology: { readonly client: object };
  command(operation: DriverOperation, ...rest: readonly unknown[]): Promise<unknown>;
}

// Found at run time, because the driver doesn't export the class. Its public events about commands would read each
// batch of a cursor a second time, only to pass the documents to the listener.
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
 * Observes the operations of a client, each attempt of its own, with the wait for a connection. The driver's checks of
 * its servers are not operations.
 */
export function observeOperations(client: mongo.MongoClient, observe: ObserveOperation): void {
  observers.set(client, observe);
}
