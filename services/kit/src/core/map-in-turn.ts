import { setImmediate } from 'node:timers/promises';

/** Items handled before waiting requests get a turn. */
const maxAtOnce = 20;

/** Maps the items, with pauses in which the process answers requests. */
export async function mapInTurn<T, R>(items: readonly T[], work: (item: T, place: number) => R): Promise<R[]> {
  const done: R[] = [];
  for (const [place, item] of items.entries()) {
    done.push(work(item, place));
    if (done.length % maxAtOnce === 0) await setImmediate();
  }
  return done;
}
