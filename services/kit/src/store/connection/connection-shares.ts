import type { Connection } from 'mongoose';
import { Limiter } from '../../core/limiter.js';
import type { Deadline } from '../../core/time.js';

/** Share of the connections that a workspace may use for reads. It may use the same share again for changes. */
const shareOfPool = 1 / 3;
/** Minimum share. A list needs two connections, because it reads its page and its total concurrently. */
const minShare = 2;

interface ConnectionShares {
  readonly operations: Limiter;
  readonly transactions: Limiter;
}

/** Shares by client. */
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

/**
 * Returns whether an id is a workspace's id. Records outside workspaces, such as people, have other ids and no share.
 */
const isWorkspace = (id: string | undefined): id is string => id?.startsWith('ws_') ?? false;

/** Workspace and deadline of an operation. */
export interface ConnectionUser {
  readonly workspaceId: string | undefined;
  readonly deadline: Deadline | undefined;
}

/**
 * Runs work on a share of a pool's connections, so that a workspace with many or slow queries leaves connections for
 * the others. Rejects with SERVICE_UNAVAILABLE if the work can't start before the deadline.
 */
function runInShare<T>(shares: Limiter, { workspaceId, deadline }: ConnectionUser, work: () => Promise<T>): Promise<T> {
  if (!isWorkspace(workspaceId)) return work();
  return shares.run(workspaceId, work, deadline);
}

/** Runs an operation that isn't part of a transaction. */
export function shareOperation<T>(connection: Connection, user: ConnectionUser, work: () => Promise<T>): Promise<T> {
  return runInShare(getShares(connection).operations, user, work);
}

/** Runs a transaction on one share. Its operations need no further share. */
export function shareTransaction<T>(connection: Connection, user: ConnectionUser, work: () => Promise<T>): Promise<T> {
  return runInShare(getShares(connection).transactions, user, work);
}
