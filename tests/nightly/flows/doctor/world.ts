import type { Databases } from '@plotline/kit/store/connection/connect';
import type { ServiceName } from '@plotline/local/supervise/running-system';
import { expect } from 'chai';
import type { Portfolio } from './portfolio.js';

interface Stored extends Readonly<Record<string, unknown>> {
  readonly _id: string;
}

/** Running system that the tests plant faults in. */
export interface World {
  readonly workspaceId: string;
  readonly portfolio: Portfolio;
  readonly collection: (service: ServiceName, name: string) => Collection;
  /** Sets fields of a record and resolves to its id. */
  readonly set: (
    service: ServiceName,
    name: string,
    id: string,
    fields: Readonly<Record<string, unknown>>,
  ) => Promise<string>;
}

function openCollection(databases: Databases, name: string) {
  return databases.live.collection<Stored>(name);
}

type Collection = ReturnType<typeof openCollection>;

export function createWorld(
  databases: ReadonlyMap<ServiceName, Databases>,
  records: Pick<World, 'workspaceId' | 'portfolio'>,
): World {
  const collection: World['collection'] = (service, name) => {
    const opened = databases.get(service);
    if (!opened) throw new Error(`${service} has no databases.`);
    return openCollection(opened, name);
  };
  return {
    ...records,
    collection,
    set: async (service, name, id, fields) => {
      const { matchedCount } = await collection(service, name).updateOne({ _id: id }, { $set: fields });
      expect(matchedCount, `${name} ${id}`).to.equal(1);
      return id;
    },
  };
}
