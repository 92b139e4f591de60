import { setImmediate } from 'node:timers/promises';

/** So many items are worked on before requests that wait have their turn. */
const maxAtOnce = 20;

/** What the work makes of each item, with pauses in which the process answers requests. */
export async function mapInTurn<T, R>(items: readonly T[], work: (item: T, place: number) => R): Promise<R[]> {
  const done: R[] = [];
  for (const [place, item] of items.entries()) {
    done.push(work(item, place));
    if (done.length % maxAtOnce === 0) await setImmediate();
  }
  return done;
}
