import { type RefObject, useEffect, useRef } from 'react';

/** Elements on the page that have had the focus, in that order. */
let focused: readonly HTMLElement[] = [];

document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  focused = [...focused.filter((one) => one !== target && one.isConnected), target];
});

/**
 * Moves the focus to the latest element outside the dialog that accepts it. The element that opened the dialog may no
 * longer exist or may be disabled.
 */
function returnFocus(dialog: HTMLElement | null): void {
  const { activeElement, body } = document;
  if (activeElement !== body && !dialog?.contains(activeElement)) return;
  const content = document.getElementById('content');
  for (const one of [...focused.toReversed(), content]) {
    if (!one || dialog?.contains(one)) continue;
    one.focus({ preventScroll: true });
    if (document.activeElement === one) return;
  }
}

/**
 * Keeps the focus inside an open dialog, and returns it when the dialog closes or unmounts. Attach the returned ref to
 * the dialog, and turn off the dialog's own focus return.
 */
export function useFocusReturn(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    // A menu moves the focus to its button shortly after one of its items has opened the dialog.
    const keepFocus = ({ target, relatedTarget }: FocusEvent) => {
      if (!(target instanceof Element) || !(relatedTarget instanceof HTMLElement)) return;
      if (target.closest('#root') && dialog.current?.contains(relatedTarget)) relatedTarget.focus();
    };
    document.addEventListener('focusin', keepFocus);
    return () => {
      document.removeEventListener('focusin', keepFocus);
      returnFocus(dialog.current);
    };
  }, [isOpen]);
  return dialog;
}
