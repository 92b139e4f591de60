import { createContext, type RefObject, useContext } from 'react';
import type { Stage } from '../../api/enums.js';
import type { Card } from './card.js';

export interface BoardActions {
  readonly canMove: boolean;
  /** Id of the card that was moved with its menu. This card gets the focus again in its new column. */
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
