import { insertCard, listCards, removeCard } from '@plotline/dashboard/features/pipeline/column-pages';
import { expect } from 'chai';

const card = (id: string, second: number) => ({
  id,
  name: id,
  stage: 'new' as const,
  score: 50,
  budget: null,
  tags: [],
  next_follow_up: null,
  stage_entered_at: null,
  updated_at: `2026-03-01T09:00:${String(second).padStart(2, '0')}.000Z`,
});

const pagesOf = (next: string | null, ...pages: ReturnType<typeof card>[][]) => ({
  pages: pages.map((cards) => ({ cards, next })),
  pageParams: pages.map(() => ''),
});
const idsOf = (pages: Parameters<typeof listCards>[0]) => listCards(pages).map(({ id }) => id);

describe('a column of the board', () => {
  it('shows a card once even if two of its pages contain it', () => {
    expect(idsOf(pagesOf(null, [card('c', 9), card('b', 8)], [card('b', 8), card('a', 1)]))).to.deep.equal([
      'c',
      'b',
      'a',
    ]);
  });

  it('shows a card at the position of its last change, so that undoing a move restores the position', () => {
    const before = pagesOf('more', [card('e', 9), card('d', 7)], [card('c', 5), card('b', 3)]);
    for (const moved of [card('e', 9), card('d', 7), card('c', 5)]) {
      expect(idsOf(insertCard(removeCard(before, moved.id), moved))).to.deep.equal(['e', 'd', 'c', 'b']);
    }
    expect(idsOf(insertCard(before, card('c', 10)))).to.deep.equal(['c', 'e', 'd', 'b']);
  });

  it('omits a card that belongs on an unloaded page, and appends it once all pages are loaded', () => {
    expect(idsOf(insertCard(pagesOf('more', [card('b', 8)]), card('a', 1)))).to.deep.equal(['b']);
    expect(idsOf(insertCard(pagesOf(null, [card('b', 8)]), card('a', 1)))).to.deep.equal(['b', 'a']);
    expect(idsOf(insertCard(pagesOf(null, []), card('a', 1)))).to.deep.equal(['a']);
  });

  it("remains the same object if nothing changed, so that it doesn't render again", () => {
    const pages = pagesOf(null, [card('b', 8)]);
    expect(removeCard(pages, 'a')).to.equal(pages);
  });
});
