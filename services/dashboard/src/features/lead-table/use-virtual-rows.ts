import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { useTenant } from '../../api/workspace.js';
import { maxShown } from './row-pages.js';
import { pageQuery, type RowQuery } from './row-queries.js';
import { useTableRows } from './use-table-rows.js';

/** Number of placeholder rows that are shown until the first page has loaded. */
const outlineRows = 12;

/** Sizes of the list, in pixels. */
interface ListSizes {
  readonly row: number;
  /** Height in pixels of the header that remains above the rows. */
  readonly header: number;
}

/** Determines which rows of the list are visible, and loads them. */
export function useVirtualRows(rowQuery: RowQuery, { row, header }: ListSizes) {
  const first = useQuery(pageQuery(useTenant(), rowQuery, 1));
  // This is state, not a ref, because the virtualizer must render again once the element exists.
  const [scrolled, setScrolled] = useState<HTMLElement | null>(null);
  const virtualizer = useVirtualizer({
    count: first.isPending ? outlineRows : Math.min(first.data?.total ?? 0, maxShown),
    getScrollElement: () => scrolled,
    estimateSize: () => row,
    overscan: 8,
    scrollPaddingEnd: header,
    useFlushSync: false,
  });
  const shown = useRef(rowQuery);
  useEffect(() => {
    if (shown.current === rowQuery) return;
    shown.current = rowQuery;
    scrolled?.scrollTo({ top: 0 });
  }, [rowQuery, scrolled]);
  const items = virtualizer.getVirtualItems();
  const visible = { first: items[0]?.index ?? 0, last: items.at(-1)?.index ?? 0 };
  const rows = useTableRows(rowQuery, visible, first.data?.total ?? 0);
  return {
    first,
    rows,
    total: first.data?.total ?? 0,
    list: {
      setScrolled,
      items,
      /** Pixels that are rendered before and after the visible rows. */
      before: items[0]?.start ?? 0,
      after: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
      size: virtualizer.getTotalSize(),
      scrollTo: (index: number) => virtualizer.scrollToIndex(index),
    },
  };
}

export type VirtualList = ReturnType<typeof useVirtualRows>['list'];
