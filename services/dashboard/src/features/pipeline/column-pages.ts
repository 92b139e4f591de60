import type { InfiniteData } from '@tanstack/react-query';
import type { Card } from './card.js';

export interface ColumnPage {
  readonly cards: readonly Card[];
  readonly next: string | null;
}

/** Loaded pages of a column. The leads that changed last come first. */
export type ColumnPages = InfiniteData<ColumnPage>;

/** Lists the cards of a column without duplicates. A card that changed between two reads can be on two pages. */
export function listCards(pages: ColumnPages | undefined): readonly Card[] {
  const cards = (pages?.pages ?? []).flatMap((page) => page.cards);
  return [...new Map(cards.map((card) => [card.id, card])).values()];
}

/**
 * Removes a card. If the column doesn't have the card, returns the same object, so that the column doesn't render
 * again.
 */
export function removeCard(pages: ColumnPages, id: string): ColumnPages {
  if (!pages.pages.some((page) => page.cards.some((card) => card.id === id))) return pages;
  const without = (page: ColumnPage) => ({ ...page, cards: page.cards.filter((card) => card.id !== id) });
  return { ...pages, pages: pages.pages.map(without) };
}

/** Inserts a card according to the column's order. Skips a card that belongs on a page that isn't loaded. */
export function insertCard(pages: ColumnPages, card: Card): ColumnPages {
  const cleared = removeCard(pages, card.id);
  const isOlder = (other: Card) => other.updated_at <= card.updated_at;
  const found = cleared.pages.findIndex((page) => page.cards.some(isOlder));
  const isComplete = cleared.pages.at(-1)?.next === null;
  const place = found === -1 && isComplete ? cleared.pages.length - 1 : found;
  const insert = (page: ColumnPage, number: number) => {
    if (number !== place) return page;
    const before = page.cards.findIndex(isOlder);
    return { ...page, cards: page.cards.toSpliced(before === -1 ? page.cards.length : before, 0, card) };
  };
  return { ...cleared, pages: cleared.pages.map(insert) };
}
