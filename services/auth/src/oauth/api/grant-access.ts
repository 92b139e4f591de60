import type { Owned } from '@plotline/kit/store/records/records';
import type { Context } from '../../context.js';
import { type Access, findAccessTo } from '../../directory/api/access.js';
import type { Person } from '../../directory/model/person.js';
import { type Grant, isLive } from '../model/grant.js';

/** Person who gave a grant, and the person's access. */
export interface GrantAccess {
  readonly grant: Owned<Grant>;
  readonly person: Person;
  readonly access: Access;
}

/**
 * Finds the person who gave a valid grant. Resolves to null if the grant has ended, its client was deleted, or its
 * person lost access to the workspace after the consent. The access may still require that the person sets up a second
 * factor. Rejects with SERVICE_UNAVAILABLE.
 */
export async function findGrantAccess(context: Context, grant: Owned<Grant> | null): Promise<GrantAccess | null> {
  if (!grant || !isLive(grant, context.clock())) return null;
  const [client, person] = await Promise.all([
    context.clients.find(grant.client_id),
    context.people.get(grant.person_id),
  ]);
  if (!client || !person) return null;
  const access = await findAccessTo(context, person, grant.workspace_id, grant.created_at);
  return access && { grant, person, access };
}
