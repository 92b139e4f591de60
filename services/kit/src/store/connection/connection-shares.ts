import type { Connection } from 'mongoose';
import type { Deadline } from '../../core/deadline.js';
import { Limiter } from '../../core/limiter.js';

/** A workspace has a third of the connections for what it reads, and a third for what it changes. */
const shareOfPool = 1 / 3;
/** A list reads its page and its total at once. */
const minShare = 2;

interface ConnectionShares {
  readonly operations: Limiter;
  readonly transactions: Limiter;
}

/** Those of each client. */
const sharesOf = new WeakMap<object, ConnectionShares>();

function getShares(connection: Connection): ConnectionShares {
  const client = connection.getClient();
  const present = sharesOf.get(client);
  if (present) return present;
  const share = Math.max(minShare, Math.floor(client.options.maxPoolSize * shareOfPool));
  const shares = { operations: new Limiter({ perOwner: share }), transactions: new Limiter({ perOwner: share }) };
  sharesOf.set(client, shares);
  return shares;
}

/** What belongs to all workspaces, such as people, is kept under other names and shares no connections. */
const isWorkspace = (id: string | undefined): id is string => id?.startsWith('ws_') ?? false;

/** For whom connections are used. */
export interface ConnectionUser {
  readonly workspaceId: string | undefined;
  readonly deadline: Deadline | undefined;
}

/**
 * Runs work on a share of the connections of a pool, so that one workspace, whose queries are many or slow, leaves some to the others.
 * Rejects with SERVICE_UNAVAILABLE when its turn has not come by the deadline.
 */
function runInShare<T>(shares: Limiter, { workspaceId, deadline }: ConnectionUser, work: () => Promise<T>): Promise<T> {
  if (!isWorkspace(workspaceId)) return work();
  return shares.run(workspaceId, work, deadline);
}

/** Runs an operation that is in no transaction. */
export function shareOperation<T>(connection: Connection, user: ConnectionUser, work: () => Promise<T>): Promise<T> {
  return runInShare(getShares(connection).operations, user, work);
}

/** Runs a transaction. Its operations have its share: they wait for no other. */
export function shareTransaction<T>(connection: Connection, user: ConnectionUser, work: () => Promise<T>): Promise<T> {
  return runInShare(getShares(connection).transactions, user, work);
}
