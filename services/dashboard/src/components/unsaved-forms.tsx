import { useBlocker } from '@tanstack/react-router';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { isSignedInAsOtherPerson } from '../api/csrf-token.js';
import { ConfirmDialog } from './confirm-dialog.js';

type IsDirty = () => boolean;
type Forms = Set<IsDirty>;

interface Scope {
  /** The forms of the page, and those of each dialog around, in which a form tells that something is written in it. */
  readonly around: readonly Forms[];
  /** Resolves to whether what is written may be discarded. */
  readonly ask: () => Promise<boolean>;
}

export const UnsavedScope = createContext<Scope>({ around: [], ask: async () => true });

const isAnyDirty = (forms: Forms) => [...forms].some((isDirty) => isDirty());

/** While the component is shown, nothing that is written in it is lost without a question. */
export function useUnsaved(isDirty: IsDirty): void {
  const { around } = useContext(UnsavedScope);
  useEffect(() => {
    for (const forms of around) forms.add(isDirty);
    return () => {
      for (const forms of around) forms.delete(isDirty);
    };
  }, [around, isDirty]);
}

/** The scope of a dialog, which closes when nothing is written in its forms, or that may be discarded. */
export function useDialogScope(onClose: () => void): { readonly scope: Scope; readonly close: () => Promise<void> } {
  const { around, ask } = useContext(UnsavedScope);
  const [forms] = useState<Forms>(() => new Set());
  const scope = useMemo(() => ({ around: [...around, forms], ask }), [around, forms, ask]);
  const close = async () => {
    if (isAnyDirty(forms) && !(await ask())) return;
    // Closing may be a navigation, which would ask again.
    for (const one of around) for (const isDirty of forms) one.delete(isDirty);
    onClose();
  };
  return { scope, close };
}

interface Place {
  readonly pathname: string;
  /** `unit` opens the form of a unit over the page. Filters, and what else an address opens, have no forms. */
  readonly search: { readonly unit?: unknown };
}

function isLeft(current: Place, next: Place): boolean {
  const { unit } = current.search;
  return current.pathname !== next.pathname || (unit !== undefined && unit !== next.search.unit);
}

/** Asks before what is written in a form below is lost by a navigation, or by closing its dialog. */
export function UnsavedForms({ children }: { readonly children: ReactNode }) {
  const [forms] = useState<Forms>(() => new Set());
  const [answer, setAnswer] = useState<(mayDiscard: boolean) => void>();
  const isAsking = useRef(false);
  const answeredBy = useRef<Event>(undefined);
  const ask = useCallback(async () => {
    // The key that closes the question may reach the dialog below it, too: that is no reason to ask anew.
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
    shouldBlockFn: async ({ current, next }) => isLeft(current, next) && isAnyDirty(forms) && !(await ask()),
    enableBeforeUnload: () => isAnyDirty(forms) && !isSignedInAsOtherPerson(),
  });
  return (
    <UnsavedScope value={scope}>
      {children}
      <ConfirmDialog
        opened={answer !== undefined}
        title="Discard what you wrote?"
        confirmLabel="Discard"
        cancelLabel="Keep it"
        isDestructive
        zIndex={400}
        onConfirm={() => reply(true)}
        onClose={() => reply(false)}
      >
        It is not saved.
      </ConfirmDialog>
    </UnsavedScope>
  );
}
