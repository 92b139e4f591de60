import type { Tenant } from '@plotline/kit/core/caller';
import { conflict } from '@plotline/kit/core/errors';
import type { Connection } from '../../connections/model/connection.js';
import type { Context } from '../../context.js';
import type { CrmProvider } from '../../vendors/model/provider.js';

/**
 * Returns a connection to a CRM with its provider. Rejects with NOT_FOUND, or with CONFLICT if the connection isn't to
 * a CRM.
 */
export async function findCrmConnection(
  { connections, providers }: Pick<Context, 'connections' | 'providers'>,
  tenant: Tenant,
  id: string,
): Promise<{ readonly connection: Connection; readonly provider: CrmProvider }> {
  const connection = await connections.getExisting(tenant, id);
  const provider = providers[connection.provider];
  if (provider.category === 'crm') return { connection, provider };
  throw conflict('Only connections to a CRM have this.', 'no_crm_connection', { connection_id: id });
}
