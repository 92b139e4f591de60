import { Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { Stage } from '../../api/enums.js';
import { toLabel } from '../../ui/format/label.js';
import classes from './board.module.css';
import { useBoard } from './board-context.js';
import type { useColumn } from './board-queries.js';
import { listCards } from './column-pages.js';
import { LeadCard } from './lead-card.js';

const estimatedHeight = 104;
/** Number of cards before the end at which the next page is loaded. */
const loadAhead = 10;

/**
 * Returns the height that the browser reports after its layout. Before that, returns the estimate. Otherwise each list
 * of cards would force a layout of the page while it is being rendered.
 */
function readHeight(_: Element, entry: ResizeObserverEntry | undefined): number {
  return entry?.borderBoxSize[0]?.blockSize ?? estimatedHeight;
}

interface CardListProps {
  readonly stage: Stage;
  readonly column: Pick<
    ReturnType<typeof useColumn>,
    'data' | 'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'
  >;
}

/** Renders the visible cards of a column, and loads more while scrolling. */
export function CardList({ stage, column }: CardListProps) {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = column;
  const cards = useMemo(() => listCards(data), [data]);
  const scrolled = useRef<HTMLDivElement>(null);
  const { followed } = useBoard();
  const virtualizer = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scrolled.current,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => cards[index]?.id ?? index,
    overscan: 4,
    measureElement: readHeight,
    gap: 8,
    useFlushSync: false,
  });
  const rows = virtualizer.getVirtualItems();
  const isNearEnd = (rows.at(-1)?.index ?? -1) >= cards.length - loadAhead;
  const mayLoad = isNearEnd && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (mayLoad) void fetchNextPage();
  }, [mayLoad, fetchNextPage]);
  const [first] = cards;
  useEffect(() => {
    if (first && first.id === followed.current) scrolled.current?.scrollTo({ top: 0 });
  }, [first, followed]);
  if (cards.length === 0) {
    return (
      <Text size="sm" c="dimmed" className={classes.nothing}>
        No leads
      </Text>
    );
  }
  return (
    <div ref={scrolled} className={classes.scroll}>
      <ul
        className={classes.cards}
        style={{ height: virtualizer.getTotalSize() }}
        aria-label={`${toLabel(stage)} leads`}
      >
        {rows.map(({ index, key, start }) => {
          const card = cards[index];
          return card === undefined ? null : (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={classes.place}
              style={{ transform: `translateY(${start}px)` }}
            >
              <LeadCard card={card} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
