import type { InfiniteData } from '@tanstack/react-query';
import type { Card } from './card.js';

/** A page of a column, as the API answered it. */
export interface ColumnPage {
  readonly cards: readonly Card[];
  readonly next: string | null;
}

/** What is loaded of a column: the leads that changed last come first. */
export type ColumnPages = InfiniteData<ColumnPage>;

/** The cards of a column, each once: one that changed between two pages is in both. */
export function listCards(pages: ColumnPages | undefined): readonly Card[] {
  const cards = (pages?.pages ?? []).flatMap((page) => page.cards);
  return [...new Map(cards.map((card) => [card.id, card])).values()];
}

/** Without the card; what does not have it stays the same object, so that its column is not drawn again. */
export function removeCard(pages: ColumnPages, id: string): ColumnPages {
  if (!pages.pages.some((page) => page.cards.some((card) => card.id === id))) return pages;
  const without = (page: ColumnPage) => ({ ...page, cards: page.cards.filter((card) => card.id !== id) });
  return { ...pages, pages: pages.pages.map(without) };
}

/** Puts a card where the order of the column has it; one that belongs to what is not loaded yet is left out. */
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
