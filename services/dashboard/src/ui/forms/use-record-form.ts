import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiProblem } from '../../api/problem.js';
import type { Versioned } from '../../api/versioned-record.js';
import { getPart, keepChanges, pickChanges, setPart } from './pick-changes.js';
import { useProblemForm } from './use-problem-form.js';

interface RecordFormInput<R, V, B> {
  /** The record as it was read. Undefined for a new record. */
  readonly base: Versioned<R> | undefined;
  /** Latest version of the record, if the page keeps reading it. A form without changes shows this version. */
  readonly latest?: Versioned<R>;
  readonly initialValues: V;
  readonly validate?: (values: V) => Record<string, string>;
  readonly toValues: (record: R) => V;
  /** Returns a body with the same top-level names as the values. */
  readonly toBody: (values: V) => B;
  /** Undefined in a form that only changes existing records. */
  readonly create?: (body: B, values: V) => Promise<R>;
  readonly update: (changes: Partial<B>, tag: string | undefined) => Promise<Versioned<R>>;
  readonly read: () => Promise<Versioned<R>>;
  readonly onSaved: (record: R) => void;
}

/** The fields that someone else changed while the form was open. */
export interface Conflict<B> {
  readonly before: Partial<B>;
  readonly now: Partial<B>;
  readonly mine: Partial<B>;
  /** Fields for which the person accepted the other person's value. */
  readonly taken: readonly string[];
  /** Replaces the person's value of a field with the other person's value. `path` looks like `profile.phone`. */
  readonly takeTheirs: (path: string) => void;
}

/**
 * Creates a form that sends only the changed fields of a record. If someone else saved first, the form adopts their
 * changes, keeps its own changes and shows both. The person then decides whether to save again.
 */
export function useRecordForm<R, V extends Record<string, unknown>, B extends object>(input: RecordFormInput<R, V, B>) {
  const { toValues, toBody, validate, create, latest } = input;
  const [base, setBase] = useState(input.base);
  const [seen, setSeen] = useState(latest);
  const [conflict, setConflict] = useState<Conflict<B>>();
  const { form, problem, showProblem, clearProblem } = useProblemForm<V>({
    initialValues: input.initialValues,
    ...(validate === undefined ? {} : { validate }),
  });
  // Sets each field separately, because the form notices only changes of single fields.
  const write = (values: Partial<V>) => {
    for (const [name, value] of Object.entries(values)) form.setFieldValue(name, value);
  };
  const adopt = (next: Versioned<R>) => {
    const values = toValues(next.record);
    form.setValues(values);
    form.resetDirty(values);
    setBase(next);
    setConflict(undefined);
  };
  const showConflict = (old: Versioned<R>, fresh: Versioned<R>) => {
    const [shown, present] = [toValues(old.record), toValues(fresh.record)];
    // The person may have typed more since the request was sent.
    const typed = form.getValues();
    const [was, is] = [toBody(shown), toBody(present)];
    const takeTheirs = (path: string) => {
      const values = form.getValues();
      write(pickChanges(values, setPart(values, path, getPart(present, path))));
      setConflict((current) => current && { ...current, taken: [...current.taken, path] });
    };
    const [before, now, mine] = [pickChanges(is, was), pickChanges(was, is), pickChanges(was, toBody(typed))];
    adopt(fresh);
    write(pickChanges(present, keepChanges(shown, typed, present)));
    setConflict({ before, now, mine, taken: [], takeTheirs });
  };
  // A form can remain open after it is saved. It keeps what the person has typed since.
  const continueFrom = (saved: Versioned<R>, sent: V) => {
    const typed = pickChanges(sent, form.getValues());
    adopt(saved);
    write(typed);
  };
  const saveOrShowConflict = async (old: Versioned<R>, values: V): Promise<Versioned<R> | undefined> => {
    const shown = toBody(toValues(old.record));
    const changes = pickChanges(shown, toBody(values));
    if (Object.keys(changes).length === 0) return old;
    try {
      return await input.update(changes, old.tag);
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 412) throw error;
    }
    const fresh = await input.read();
    // The other person's change may be outside the form, such as whether a webhook is active.
    const isShown = Object.keys(pickChanges(shown, toBody(toValues(fresh.record)))).length > 0;
    if (!isShown) return saveOrShowConflict(fresh, values);
    showConflict(old, fresh);
    return undefined;
  };
  const save = useMutation({
    mutationFn: async (values: V) => {
      clearProblem();
      if (base !== undefined) return saveOrShowConflict(base, values);
      if (create === undefined) throw new Error('The form has no record to change.');
      return { record: await create(toBody(values), values), tag: undefined };
    },
    onSuccess: (saved, sent) => {
      if (saved === undefined) return;
      if (base === undefined) form.resetDirty();
      else continueFrom(saved, sent);
      input.onSaved(saved.record);
    },
    onError: showProblem,
  });
  // A version read before the last save is older than the saved version, so only a later read counts.
  useEffect(() => {
    if (latest === undefined || latest === seen || form.isDirty() || save.isPending) return;
    setSeen(latest);
    if (latest.tag !== base?.tag) adopt(latest);
  });
  const discard = () => {
    clearProblem();
    if (base !== undefined) adopt(base);
  };
  const submit = form.onSubmit((values) => save.mutate(values));
  return { form, problem, conflict, isBusy: save.isPending, submit, discard };
}
