import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deadline } from '../deadline.js';

/** As many as a page has at most. */
const maxTogether = 100;

interface Group<Item, Found> {
  readonly items: Item[];
  readonly found: Promise<Found>;
}

export interface TogetherOptions<Item, Found> {
  /** Only items of one key are read together. */
  readonly key: (item: Item) => string;
  /** Reads what the items ask for with one call. */
  readonly read: (items: readonly Item[]) => Promise<Found>;
}

/**
 * What is asked for in one turn of the event loop is read together, as under load a call of the database costs more than what it reads. Unlike
 * in a batcher nobody waits for a call that began before, which may hang. Each promise settles with the call that its item was in.
 */
export function createReadTogether<Item, Found>(options: TogetherOptions<Item, Found>): (item: Item) => Promise<Found> {
  const open = new Map<string, Group<Item, Found>>();

  function openGroup(key: string): Group<Item, Found> {
    const items: Item[] = [];
    const group = {
      items,
      found: nextTurn().then(() => {
        if (open.get(key) === group) open.delete(key);
        return options.read(items);
      }),
    };
    open.set(key, group);
    return group;
  }

  return (item) => {
    const key = options.key(item);
    const current = open.get(key);
    const group = current && current.items.length < maxTogether ? current : openGroup(key);
    group.items.push(item);
    return group.found;
  };
}

/** A read that equal ones share. */
export interface SharedRead<Found> {
  /** Equal for equal questions of one tenant, and for no other. */
  readonly key: string;
  readonly deadline: Deadline;
  readonly read: () => Promise<Found>;
}

/** Reads once for all who ask the same in one turn of the event loop, as the one who may wait longest. They share what was found: nobody changes it. */
export function createSharedRead<Found>(): (asked: SharedRead<Found>) => Promise<Found> {
  return createReadTogether<SharedRead<Found>, Found>({
    key: ({ key }) => key,
    read: (asked) => asked.reduce((last, one) => (one.deadline > last.deadline ? one : last)).read(),
  });
}
