import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { Explainer, issuedQueries } from './issued-queries.js';
import type { StartedService } from './started-service.js';

/** List request and the names of the indexes that must serve it. */
export interface ServedList {
  readonly path: string;
  readonly collection: string;
  /** Index that must serve the page, in the requested order. */
  readonly index: string;
  /** Index that must serve the total. By default the index for the page. */
  readonly countIndex?: string;
}

/** Query stages that read a whole collection, without an index or by `_id`, or that sort in memory. */
const forbidden = ['COLLSCAN', 'index _id_', 'SORT'];

/**
 * Runs `work`, which must find once and count once, and explains both queries as they were sent. Fails unless the given
 * index alone serves each query, without a sort in memory.
 */
async function assertServed(
  explainer: Explainer,
  { path, collection, index, countIndex = index }: ServedList,
  work: () => Promise<unknown>,
): Promise<void> {
  const issued = await issuedQueries([collection], work);
  expect(
    issued.map(({ method }) => method),
    path,
  ).to.have.members(['find', 'countDocuments']);
  for (const { method, filter, options } of issued) {
    const stages = await explainer.explain({ collection, filter, options });
    const why = `${path}: ${method} ${JSON.stringify(filter)} ${JSON.stringify(options)}: ${stages.join(' ')}`;
    expect(stages, why).to.include('IXSCAN');
    for (const stage of forbidden) expect(stages, why).to.not.include(stage);
    const used = stages.filter((stage) => stage.startsWith('index '));
    expect(used, why).to.deep.equal([`index ${method === 'find' ? index : countIndex}`]);
  }
}

/** Inserts records unchanged, without the service's rules. */
export async function insertRecords(
  database: Connection,
  collection: string,
  records: readonly { readonly id: string; readonly workspace_id: string }[],
): Promise<void> {
  const documents = records.map(({ id, ...fields }) => ({ _id: id, ...fields }));
  await database.collection<{ _id: string }>(collection).insertMany(documents);
}

/** Applies `assertServed` to pages of the list: by number, by cursor, and by the next cursor if there is one. */
export async function assertPagesServed(service: StartedService, list: ServedList): Promise<void> {
  const get = async (path: string) => {
    const reply = await service.request('GET', path);
    expect(reply.status, path).to.equal(200);
    return reply;
  };
  const explainer = new Explainer(() => service.runtime.databases.live);
  const assertPage = async (paging: string) => {
    const path = `${list.path}&${paging}`;
    let next: unknown;
    await assertServed(explainer, { ...list, path }, async () => {
      next = (await get(path)).meta.next_cursor;
    });
    return next;
  };
  const next = await assertPage('cursor=');
  for (const paging of ['page=1', 'page=3', ...(next ? [`cursor=${next}`] : [])]) await assertPage(paging);
}
