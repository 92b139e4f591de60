import type { Connection } from 'mongoose';
import { Limiter } from '../../core/limiter.js';
import type { Deadline } from '../../core/time.js';

/** A workspace may use a third of the connections for reads, and a third for changes. */
const shareOfPool = 1 / 3;
/** At least two, because a list reads its page and its total concurrently. */
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

/** Records that belong to no workspace, such as people, have other ids. They have no share. */
const isWorkspace = (id: string | undefined): id is string => id?.startsWith('ws_') ?? false;

/** Workspace and deadline of an operation. */
export interface ConnectionUser {
  readonly workspaceId: string | undefined;
  readonly deadline: Deadline | undefined;
}

/**
 * Runs work on a share of a pool's connections, so that a workspace with many or slow queries leaves some to the
 * others. Rejects with SERVICE_UNAVAILABLE when the work can't start before the deadline.
 */
function runInShare<T>(shares: Limiter, { workspaceId, deadline }: ConnectionUser, work: () => Promise<T>): Promise<T> {
  if (!isWorkspace(workspaceId)) return work();
  return shares.run(workspaceId, work, deadline);
}

/** Runs an operation outside of a transaction. */
export function shareOperation<T>(connection: Connection, user: ConnectionUser, work: () => Promise<T>): Promise<T> {
  return runInShare(getShares(connection).operations, user, work);
}

/** Runs a transaction on one share. Its operations need no further share. */
export function shareTransaction<T>(connection: Connection, user: ConnectionUser, work: () => Promise<T>): Promise<T> {
  return runInShare(getShares(connection).transactions, user, work);
}
