import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Card } from './card.js';

/** Makes the element of a card one that the mouse drags to another column. */
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
