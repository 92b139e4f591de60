import { useBlocker } from '@tanstack/react-router';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { isSignedInAsOtherPerson } from '../../api/csrf-token.js';
import { ConfirmDialog } from '../dialogs/confirm-dialog.js';

type IsDirty = () => boolean;
type Forms = Set<IsDirty>;

interface Scope {
  /** Registries that a form belongs to: those of the page and of each enclosing dialog. */
  readonly around: readonly Forms[];
  /** Resolves to true if the person agrees to discard unsaved input. */
  readonly ask: () => Promise<boolean>;
}

export const UnsavedScope = createContext<Scope>({ around: [], ask: async () => true });

const isAnyDirty = (forms: Forms) => [...forms].some((isDirty) => isDirty());

/** Registers a form, so that leaving the page or closing its dialog asks before unsaved input is lost. */
export function useUnsaved(isDirty: IsDirty): void {
  const { around } = useContext(UnsavedScope);
  useEffect(() => {
    for (const forms of around) forms.add(isDirty);
    return () => {
      for (const forms of around) forms.delete(isDirty);
    };
  }, [around, isDirty]);
}

/**
 * Creates the scope of a dialog. `close` closes the dialog if its forms have no unsaved input or the person agrees to
 * discard it.
 */
export function useDialogScope(onClose: () => void): { readonly scope: Scope; readonly close: () => Promise<void> } {
  const { around, ask } = useContext(UnsavedScope);
  const [forms] = useState<Forms>(() => new Set());
  const scope = useMemo(() => ({ around: [...around, forms], ask }), [around, forms, ask]);
  const close = async () => {
    if (isAnyDirty(forms) && !(await ask())) return;
    // Closing may cause a navigation, which would ask a second time.
    for (const one of around) for (const isDirty of forms) one.delete(isDirty);
    onClose();
  };
  return { scope, close };
}

interface Place {
  readonly pathname: string;
  readonly search: Readonly<Record<string, unknown>>;
}

/** Checks whether a navigation leaves the page, or closes a form that a search parameter opened over it. */
function isLeaving(current: Place, next: Place, formParams: readonly string[]): boolean {
  const closesForm = formParams.some(
    (name) => current.search[name] !== undefined && current.search[name] !== next.search[name],
  );
  return current.pathname !== next.pathname || closesForm;
}

interface UnsavedFormsProps {
  /** Search parameters that open a form over a page. Other search parameters don't affect forms. */
  readonly formParams: readonly string[];
  readonly children: ReactNode;
}

/** Asks before a navigation or the closing of a dialog discards a form's unsaved input. */
export function UnsavedForms({ formParams, children }: UnsavedFormsProps) {
  const [forms] = useState<Forms>(() => new Set());
  const [answer, setAnswer] = useState<(mayDiscard: boolean) => void>();
  const isAsking = useRef(false);
  const answeredBy = useRef<Event>(undefined);
  const ask = useCallback(async () => {
    // The key press that closes the question may also reach the dialog below. Then the dialog must not ask again.
    if (isAsking.current || (window.event && window.event === answeredBy.current)) return false;
    isAsking.current = true;
    const mayDiscard = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
    setAnswer(undefined);
    isAsking.current = false;
    return mayDiscard;
  }, []);
  const reply = (mayDiscard: boolean) => {
    answeredBy.current = window.event;
    answer?.(mayDiscard);
  };
  const scope = useMemo(() => ({ around: [forms], ask }), [forms, ask]);
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      isLeaving(current, next, formParams) && isAnyDirty(forms) && !(await ask()),
    enableBeforeUnload: () => isAnyDirty(forms) && !isSignedInAsOtherPerson(),
  });
  return (
    <UnsavedScope value={scope}>
      {children}
      <ConfirmDialog
        opened={answer !== undefined}
        title="Discard unsaved changes?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        isDestructive
        zIndex={400}
        onConfirm={() => reply(true)}
        onClose={() => reply(false)}
      >
        Your changes haven't been saved.
      </ConfirmDialog>
    </UnsavedScope>
  );
}
