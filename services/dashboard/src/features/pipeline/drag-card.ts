import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Stage } from '../../api/enums.js';
import { useBoard } from './board-context.js';
import type { Card } from './card.js';

/** Makes a card draggable to another column. */
export function useDraggableCard({ id, stage }: Card, canDrag: boolean) {
  const ref: RefObject<HTMLElement | null> = useRef(null);
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    if (!ref.current || !canDrag) return undefined;
    return draggable({
      element: ref.current,
      getInitialData: () => ({ leadId: id, stage }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
  }, [id, stage, canDrag]);
  return { ref, isDragged };
}

/** Makes a column accept cards from other columns. */
export function useDropColumn(stage: Stage) {
  const ref: RefObject<HTMLElement | null> = useRef(null);
  const [isOver, setOver] = useState(false);
  const { find, move } = useBoard();
  useEffect(() => {
    if (!ref.current) return undefined;
    return dropTargetForElements({
      element: ref.current,
      canDrop: ({ source }) => source.data['leadId'] !== undefined && source.data['stage'] !== stage,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false);
        const card = find(String(source.data['leadId']));
        if (card) move(card, stage);
      },
    });
  }, [stage, find, move]);
  return { ref, isOver };
}
