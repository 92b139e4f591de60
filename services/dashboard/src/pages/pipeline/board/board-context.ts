import { createContext, type RefObject, useContext } from 'react';
import type { Card, Stage } from './card.js';

export interface BoardActions {
  readonly canMove: boolean;
  /** The card that the person moved by its menu: it takes the focus along. */
  readonly followed: RefObject<string | null>;
  find(id: string): Card | undefined;
  move(card: Card, stage: Stage): void;
}

const noActions: BoardActions = {
  canMove: false,
  followed: { current: null },
  find: () => undefined,
  move: () => undefined,
};

export const BoardContext = createContext<BoardActions>(noActions);

export const useBoard = (): BoardActions => useContext(BoardContext);
