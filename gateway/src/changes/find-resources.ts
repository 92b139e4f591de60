import { Problem } from '@plotline/kit/core/errors';
import type { ServiceRoute } from '../contract/merge.js';
import { assertPermitted } from '../edge/call-operation.js';
import type { Identity } from '../edge/identity.js';
import { listOperations, type Resource } from './notice.js';

/** Returns the kinds of records whose changes an identity may follow. */
export type FindResources = (identity: Identity) => ReadonlySet<Resource>;

function isPermitted(identity: Identity, route: ServiceRoute): boolean {
  try {
    assertPermitted(identity, route);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/**
 * Creates a function that finds a person's resources from the contract: the kinds of records that the person may list.
 */
export function createFindResources(routes: readonly ServiceRoute[]): FindResources {
  const lists = [...listOperations].flatMap(([resource, operationId]) => {
    const route = routes.find(({ operation }) => operation.operationId === operationId);
    return route ? [{ resource, route }] : [];
  });
  return (identity) =>
    new Set(lists.filter(({ route }) => isPermitted(identity, route)).map(({ resource }) => resource));
}
