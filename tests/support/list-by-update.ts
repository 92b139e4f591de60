import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import { expect } from 'chai';
import type { Reply, StartedService } from './started-service.js';
import { succeed } from './updated-at.js';

/** List whose records a test creates and changes. */
export interface SyncedList {
  readonly title: string;
  /** Creates the records that the list's records depend on in the workspace. Resolves to the path of the list. */
  readonly prepare: (as: Partial<Caller>) => Promise<string>;
  /** Creates a record for the list and resolves to its id. */
  readonly create: (as: Partial<Caller>, path: string) => Promise<string>;
  /** Changes a record so that its `updated_at` increases. Each record is changed once. */
  readonly change: (as: Partial<Caller>, id: string) => Promise<unknown>;
}

interface Dated {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Waits for the next millisecond, so that later events have a later time. */
const nextMoment = () => sleep(2);

/** Creates six records for a list, named in the order of their creation. */
async function openList(service: StartedService, { prepare, create, change }: SyncedList) {
  const as = { workspaceId: newId('ws') };
  const path = await prepare(as);
  const ids: string[] = [];
  for (let place = 0; place < 6; place += 1) {
    ids.push(await create(as, path));
    await nextMoment();
  }
  const get = (query: string) => service.request('GET', `${path}?fields=created_at,updated_at&${query}`, { as });
  return {
    get,
    places: ({ body }: Pick<Reply, 'body'>) => body.map(({ id }: Dated) => ids.indexOf(id)),
    read: async (place: number): Promise<Dated> => {
      const found: readonly Dated[] = await succeed(get('per_page=100'));
      const record = found.find(({ id }) => id === ids[place]);
      if (!record) throw new Error(`Record ${place} is not in ${path}.`);
      return record;
    },
    change: async (...places: readonly number[]) => {
      for (const place of places) {
        await change(as, ids[place] ?? '');
        await nextMoment();
      }
    },
  };
}

/** Registers tests of the time ranges of each list, and of paging through the list while its records change. */
export function testListByUpdate(service: () => StartedService, lists: readonly SyncedList[]): void {
  for (const list of lists) {
    it(`lists ${list.title} created or changed in a range, including both ends, in any order`, async () => {
      const { get, places, read, change } = await openList(service(), list);
      await change(1, 3);
      const { created_at, updated_at } = await read(4);
      const day = created_at.slice(0, 10);
      for (const [query, expected] of [
        ['sort=updated_at', [0, 2, 4, 5, 1, 3]],
        [`sort=updated_at&updated_after=${updated_at}`, [4, 5, 1, 3]],
        [`sort=created_at&updated_after=${updated_at}`, [1, 3, 4, 5]],
        [`sort=updated_at&updated_before=${updated_at}`, [0, 2, 4]],
        [`sort=created_at&updated_after=${updated_at}&updated_before=${updated_at}`, [4]],
        [`sort=updated_at&created_after=${created_at}`, [4, 5]],
        [`sort=updated_at&created_before=${created_at}`, [0, 2, 4, 1, 3]],
        [`sort=created_at&created_before=${created_at}&updated_after=${updated_at}`, [1, 3, 4]],
        [`sort=updated_at&updated_after=${day}&created_after=${day}`, [0, 2, 4, 5, 1, 3]],
        ['sort=updated_at&updated_before=2020-12-31', []],
        ['sort=created_at&created_after=2999-01-01', []],
      ] as const) {
        const reply = await get(`order=asc&${query}`);
        expect(places(reply), query).to.deep.equal(expected);
        expect(reply.meta.total, query).to.equal(expected.length);
      }
    });

    it(`returns ${list.title} again at the end if they change while a client pages forwards by updated_at, but not backwards`, async () => {
      const { get, places, change } = await openList(service(), list);
      const walk = async (order: string, onFirst: () => Promise<unknown>): Promise<number[]> => {
        const walked: number[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const reply: Reply = await get(`sort=updated_at&order=${order}&per_page=2&cursor=${cursor}`);
          expect(reply.status).to.equal(200);
          walked.push(...places(reply));
          if (cursor === '') await onFirst();
          cursor = reply.meta.next_cursor;
        }
        return walked;
      };
      expect(await walk('asc', () => change(0, 4))).to.deep.equal([0, 1, 2, 3, 5, 0, 4]);
      expect(await walk('desc', () => change(1))).to.deep.equal([4, 0, 5, 3, 2]);
    });

    it(`refuses time bounds for ${list.title} that are not dates, and reports each`, async () => {
      const as = { workspaceId: newId('ws') };
      const path = await list.prepare(as);
      const get = (query: string) => service().request('GET', `${path}?${query}`, { as });
      for (const field of ['created_after', 'created_before', 'updated_after', 'updated_before']) {
        for (const value of ['soon', '2026-02-30', '1767225600', '']) {
          const { status, body } = await get(`${field}=${value}`);
          expect([status, body.details?.[0]?.field], `${field}=${value}`).to.deep.equal([422, field]);
        }
      }
    });
  }
}
