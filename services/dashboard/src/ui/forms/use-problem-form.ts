import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { ApiProblem, describeError, type FieldProblem } from '../../api/problem.js';
import { useUnsaved } from './unsaved-forms.js';

/**
 * Maps an error of `media.gallery[1]` to the field `media.gallery`, as `Entry 2 …`, because one form field edits the
 * whole list.
 */
function toFormProblem({ field, message }: FieldProblem): FieldProblem {
  const [, list, place] = /^([^[]+)\[(\d+)\]/.exec(field) ?? [];
  return list === undefined ? { field, message } : { field: list, message: `Entry ${Number(place) + 1} ${message}` };
}

interface ProblemForm<T extends Record<string, unknown>> {
  readonly form: UseFormReturnType<T>;
  /** Error that belongs to no field of the form. */
  readonly problem: string | undefined;
  /** Shows an API error at the form's fields. Shows it as `problem` if it belongs to no field. */
  readonly showProblem: (error: unknown) => void;
  readonly clearProblem: () => void;
}

/** Focuses the first invalid field. In a long form, this also scrolls to the field. */
function focusFirstInvalid(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/**
 * Creates a form that shows `error.details` at its fields and asks before unsaved input is lost. After an error, the
 * form focuses the first invalid field.
 */
export function useProblemForm<T extends Record<string, unknown>>(input: UseFormInput<T>): ProblemForm<T> {
  const form = useForm<T>(input);
  useUnsaved(form.isDirty);
  const [problem, setProblem] = useState<string>();
  const submitted = useRef<HTMLFormElement>(null);
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    if (failures > 0) focusFirstInvalid(submitted.current);
  }, [failures]);
  const onSubmit: typeof form.onSubmit = (handle, handleFailure) => (event) => {
    submitted.current = event?.currentTarget ?? null;
    const countFailure: typeof handleFailure = (...failure) => {
      handleFailure?.(...failure);
      setFailures((count) => count + 1);
    };
    form.onSubmit(handle, countFailure)(event);
  };
  const hasField = (path: string) => path.split('.')[0] !== undefined && (path.split('.')[0] ?? '') in form.getValues();
  const showProblem = (error: unknown) => {
    const details = error instanceof ApiProblem ? error.details.map(toFormProblem) : [];
    const known = details.filter(({ field }) => hasField(field));
    // If a field has several errors, the first error is shown.
    for (const { field, message } of known.toReversed()) form.setFieldError(field, message);
    if (known.length > 0) setFailures((count) => count + 1);
    setProblem(known.length > 0 && known.length === details.length ? undefined : describeError(error));
  };
  return { form: { ...form, onSubmit }, problem, showProblem, clearProblem: () => setProblem(undefined) };
}
