import type { Entry } from '@plotline/kit/store/journal/entry';
import { expect } from 'chai';
import type { Reply, StartedService } from './started-service.js';

/** Clock that a test can move. */
export class MovableClock {
  #aheadMs = 0;

  readonly now = (): Date => new Date(Date.now() + this.#aheadMs);

  /** Sets how far the clock is ahead of the real clock. */
  set(aheadMs: number): void {
    this.#aheadMs = aheadMs;
  }
}

/** Change to a record. The clock is ten seconds behind the clock of the record's last change. */
export interface LateChange {
  readonly title: string;
  /** Creates the record and resolves to the path that returns it. */
  readonly prepare: () => Promise<string>;
  /** Changes the record at the path. */
  readonly change: (path: string) => Promise<unknown>;
}

/** Awaits a successful answer. */
export async function succeed(answer: Promise<Reply>): Promise<Reply['body']> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).to.be.within(200, 299);
  return body;
}

/**
 * Registers a test for each change. The record must change, and its `updated_at` must increase. Its journal entries and
 * events must have the same time, and its events a higher version.
 */
export function testUpdatedAt(
  service: () => StartedService,
  setClock: (aheadMs: number) => void,
  changes: readonly LateChange[],
): void {
  afterEach(() => setClock(0));
  for (const { title, prepare, change } of changes) {
    it(`becomes later when ${title} with a clock that is behind`, async () => {
      const path = await prepare();
      const read = async () => {
        const reply = await service().request('GET', path);
        return { record: await succeed(Promise.resolve(reply)), tag: reply.headers.get('etag') };
      };
      const { record: before, tag } = await read();
      setClock(-10_000);
      await change(path);
      const { record: after, tag: newTag } = await read();
      expect(newTag, 'nothing was changed').to.not.equal(tag);
      expect(Date.parse(after.updated_at)).to.be.above(Date.parse(before.updated_at));
      const entries = await service().journal(after.id);
      const times = entries.map(({ at }) => at.getTime());
      expect(times).to.deep.equal([...times].sort((one, other) => one - other));
      const statesOf = ({ events }: Pick<Entry, 'events'>) =>
        events
          .map(({ payload }) => JSON.parse(payload))
          .filter(({ data }) => data.id === after.id && data.updated_at)
          .map(({ version, data: { updated_at } }) => ({ version, updated_at }));
      const states = entries.flatMap(statesOf);
      // Some changes, such as an agent's name, publish no event.
      for (const { updated_at } of entries.slice(-1).flatMap(statesOf)) expect(updated_at).to.equal(after.updated_at);
      const versions = new Map(states.map(({ version, updated_at }) => [updated_at, version]));
      for (const { version, updated_at } of states) expect(version).to.equal(versions.get(updated_at));
      expect([...versions.values()]).to.deep.equal([...new Set(versions.values())].sort((one, other) => one - other));
    });
  }
}
