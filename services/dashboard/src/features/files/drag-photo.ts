import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect, useRef, useState } from 'react';

interface DragPhotoOptions {
  readonly url: string;
  /** Distinguishes this list of pictures from other lists. */
  readonly list: string;
  readonly isEnabled: boolean;
  /** Receives the picture that was dropped on this one. */
  readonly onDrop: (url: string) => void;
}

/** Makes a picture draggable onto the other pictures of its list. */
export function useDragPhoto({ url, list, isEnabled, onDrop }: DragPhotoOptions) {
  const ref: RefObject<HTMLLIElement | null> = useRef(null);
  const drop = useRef(onDrop);
  const [isDragged, setDragged] = useState(false);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    drop.current = onDrop;
  });
  useEffect(() => {
    const element = ref.current;
    if (!element || !isEnabled) return undefined;
    return combine(
      draggable({
        element,
        getInitialData: () => ({ photo: url, list }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['list'] === list && source.data['photo'] !== url,
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => {
          setOver(false);
          drop.current(String(source.data['photo']));
        },
      }),
    );
  }, [url, list, isEnabled]);
  return { ref, isDragged, isOver };
}
