import { type RefObject, useEffect, useRef } from 'react';

/** What had the focus and is still on the page; what had it last is the last. */
let focused: readonly HTMLElement[] = [];

document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  focused = [...focused.filter((one) => one !== target && one.isConnected), target];
});

/** Gives the focus to what had it last outside of a dialog and can take it: what opened that may be gone, or be disabled. */
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
 * Keeps the focus in a dialog while that is open, and gives it back when the dialog closes or is removed. The ref is that of the
 * dialog, which must not give the focus back itself.
 */
export function useFocusReturn(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    // A menu gives the focus to its button a moment after its item has opened the dialog.
    const keep = ({ target, relatedTarget }: FocusEvent) => {
      if (!(target instanceof Element) || !(relatedTarget instanceof HTMLElement)) return;
      if (target.closest('#root') && dialog.current?.contains(relatedTarget)) relatedTarget.focus();
    };
    document.addEventListener('focusin', keep);
    return () => {
      document.removeEventListener('focusin', keep);
      returnFocus(dialog.current);
    };
  }, [isOpen]);
  return dialog;
}
