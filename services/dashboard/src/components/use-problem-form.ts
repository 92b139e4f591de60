import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { ApiProblem, type FieldProblem, toWords } from '../api/problem.js';
import { useUnsaved } from './unsaved-forms.js';

/** `media.gallery` and `Entry 2 must be an address` of `media.gallery[1]`: a list is one field of a form. */
function toFormProblem({ field, message }: FieldProblem): FieldProblem {
  const [, list, place] = /^([^[]+)\[(\d+)\]/.exec(field) ?? [];
  return list === undefined ? { field, message } : { field: list, message: `Entry ${Number(place) + 1} ${message}` };
}

interface ProblemForm<T extends Record<string, unknown>> {
  readonly form: UseFormReturnType<T>;
  /** What is wrong and belongs to no field of the form. */
  readonly problem: string | undefined;
  /** Shows what the API refused: at the fields that it names, else as `problem`. */
  readonly showProblem: (error: unknown) => void;
  readonly clearProblem: () => void;
}

/** Moves the focus to the first field that is at fault, which scrolls to it; a long form may not show it. */
function focusFirstFault(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** A form that shows the words of `error.details` at its fields, and whose values are not lost without a question. A refusal moves
 * the focus to the first field at fault. */
export function useProblemForm<T extends Record<string, unknown>>(input: UseFormInput<T>): ProblemForm<T> {
  const form = useForm<T>(input);
  useUnsaved(form.isDirty);
  const [problem, setProblem] = useState<string>();
  const submitted = useRef<HTMLFormElement>(null);
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    if (failures > 0) focusFirstFault(submitted.current);
  }, [failures]);
  const onSubmit: typeof form.onSubmit = (handle, handleFailure) => (event) => {
    submitted.current = event?.currentTarget ?? null;
    const tell: typeof handleFailure = (...failure) => {
      handleFailure?.(...failure);
      setFailures((count) => count + 1);
    };
    form.onSubmit(handle, tell)(event);
  };
  const hasField = (path: string) => path.split('.')[0] !== undefined && (path.split('.')[0] ?? '') in form.getValues();
  const showProblem = (error: unknown) => {
    const details = error instanceof ApiProblem ? error.details.map(toFormProblem) : [];
    const known = details.filter(({ field }) => hasField(field));
    // The first refusal of a field is the one that stays.
    for (const { field, message } of known.toReversed()) form.setFieldError(field, message);
    if (known.length > 0) setFailures((count) => count + 1);
    setProblem(known.length > 0 && known.length === details.length ? undefined : toWords(error));
  };
  return { form: { ...form, onSubmit }, problem, showProblem, clearProblem: () => setProblem(undefined) };
}
