import type { Filters } from '../../ui/filters/use-filters.js';
import { boardFilterNames } from './board-filters.js';

/** Layouts of the leads. They share their filters and saved views. */
export type Layout = 'board' | 'table';

const layoutName = 'layout';

/** Names of the filters and settings that a view stores, by its layout. */
const stored: Readonly<Record<Layout, readonly string[]>> = {
  board: boardFilterNames,
  table: [...boardFilterNames, 'stage', 'sort', 'order', 'columns'],
};

/** The page that a view opens. */
export interface View {
  readonly layout: Layout;
  readonly filters: Filters;
}

/** Serializes the filters of a page for a saved view. For a board without filters, returns an empty string. */
export function toViewQuery({ layout, filters }: View): string {
  const entries = stored[layout].map((name) => [name, filters[name] ?? '']).filter(([, value]) => value !== '');
  const ofLayout = layout === 'board' ? [] : [[layoutName, layout]];
  return new URLSearchParams(Object.fromEntries([...ofLayout, ...entries])).toString();
}

/** Reads a saved view. Ignores parameters that a view with this layout doesn't store. */
export function readViewQuery(query: string): View {
  const kept = new URLSearchParams(query);
  const layout = kept.get(layoutName) === 'table' ? 'table' : 'board';
  const entries = stored[layout].flatMap((name) => (kept.has(name) ? [[name, kept.get(name)]] : []));
  return { layout, filters: Object.fromEntries(entries) };
}
