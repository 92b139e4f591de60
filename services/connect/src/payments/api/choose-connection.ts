import type { Caller } from '@plotline/kit/core/caller';
import { conflict, invalid } from '@plotline/kit/core/errors';
import type { Connection } from '../../connections/model/connection.js';
import type { Context } from '../../context.js';

/** Returns the connection that takes the payment: the requested one, or the only active one. Throws a Problem. */
export async function choosePaymentConnection(
  { connections }: Pick<Context, 'connections'>,
  caller: Caller,
  id: string | undefined,
): Promise<Connection> {
  const active = await connections.listActive(caller, 'payments');
  if (id !== undefined) {
    const named = active.find((connection) => connection.id === id);
    if (!named) throw invalid({ field: 'connection_id', message: 'must be an active connection for payments' });
    return named;
  }
  const [first, ...others] = active;
  if (first && others.length === 0) return first;
  const message = first
    ? 'Several connections can take payments. Set connection_id.'
    : 'No active connection can take payments. An owner or admin can create one.';
  throw conflict(message, 'no_payment_connection');
}
