import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { useState } from 'react';
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

/** A form that shows the words of `error.details` at its fields, and whose values are not lost without a question. */
export function useProblemForm<T extends Record<string, unknown>>(input: UseFormInput<T>): ProblemForm<T> {
  const form = useForm<T>(input);
  useUnsaved(form.isDirty);
  const [problem, setProblem] = useState<string>();
  const hasField = (path: string) => path.split('.')[0] !== undefined && (path.split('.')[0] ?? '') in form.getValues();
  const showProblem = (error: unknown) => {
    const details = error instanceof ApiProblem ? error.details.map(toFormProblem) : [];
    const known = details.filter(({ field }) => hasField(field));
    // The first refusal of a field is the one that stays.
    for (const { field, message } of known.toReversed()) form.setFieldError(field, message);
    setProblem(known.length > 0 && known.length === details.length ? undefined : toWords(error));
  };
  return { form, problem, showProblem, clearProblem: () => setProblem(undefined) };
}
