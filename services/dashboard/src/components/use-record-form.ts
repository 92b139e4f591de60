import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../api/problem.js';
import type { Versioned } from '../api/versioned-record.js';
import { pickChanges } from './pick-changes.js';
import { useProblemForm } from './use-problem-form.js';

interface RecordFormInput<R, V, B> {
  /** What is edited, as it was read; undefined for a new record. */
  readonly base: Versioned<R> | undefined;
  readonly initialValues: V;
  readonly validate?: (values: V) => Record<string, string>;
  readonly toValues: (record: R) => V;
  /** Has the same names at its top as the values. */
  readonly toBody: (values: V) => B;
  readonly create: (body: B, values: V) => Promise<R>;
  readonly update: (changes: Partial<B>, tag: string | undefined) => Promise<Versioned<R>>;
  readonly read: () => Promise<Versioned<R>>;
  readonly onSaved: (record: R) => void;
}

/** What somebody else changed while the form was open: the fields as they were, and as they now are. */
export interface Conflict<B> {
  readonly before: Partial<B>;
  readonly now: Partial<B>;
  readonly mine: Partial<B>;
}

/**
 * A form of a record that sends only what was changed in it. When somebody else saved first, the form takes over their changes,
 * keeps its own and tells both, so that saving again is a decision.
 */
export function useRecordForm<R, V extends Record<string, unknown>, B extends object>(input: RecordFormInput<R, V, B>) {
  const { toValues, toBody, validate } = input;
  const [base, setBase] = useState(input.base);
  const [conflict, setConflict] = useState<Conflict<B>>();
  const { form, problem, showProblem, clearProblem } = useProblemForm<V>({
    initialValues: input.initialValues,
    ...(validate === undefined ? {} : { validate }),
  });
  const tell = (mine: Partial<B>, theirs: Omit<Conflict<B>, 'mine'>, fresh: Versioned<R>, values: V) => {
    setConflict({ ...theirs, mine });
    const kept = Object.fromEntries(Object.entries(values).filter(([name]) => name in mine));
    form.setValues({ ...toValues(fresh.record), ...kept });
    setBase(fresh);
  };
  // A form may stay open: it goes on from what is saved, and keeps what was written since.
  const goOn = (saved: Versioned<R>, sent: V) => {
    const values = toValues(saved.record);
    const written = pickChanges(sent, form.getValues());
    form.setValues(values);
    form.resetDirty(values);
    for (const [name, value] of Object.entries(written)) form.setFieldValue(name, value);
    setBase(saved);
    setConflict(undefined);
  };
  const saveOrTell = async (old: Versioned<R>, values: V): Promise<Versioned<R> | undefined> => {
    const shown = toBody(toValues(old.record));
    const changes = pickChanges(shown, toBody(values));
    if (Object.keys(changes).length === 0) return old;
    try {
      return await input.update(changes, old.tag);
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 412) throw error;
    }
    const fresh = await input.read();
    const present = toBody(toValues(fresh.record));
    const now = pickChanges(shown, present);
    // What somebody else changed is not in the form, such as whether a webhook is active.
    if (Object.keys(now).length === 0) return saveOrTell(fresh, values);
    // Some of it may have been written since it was sent.
    const written = form.getValues();
    tell(pickChanges(shown, toBody(written)), { before: pickChanges(present, shown), now }, fresh, written);
    return undefined;
  };
  const save = useMutation({
    mutationFn: async (values: V) => {
      clearProblem();
      if (base !== undefined) return saveOrTell(base, values);
      return { record: await input.create(toBody(values), values), tag: undefined };
    },
    onSuccess: (saved, sent) => {
      if (saved === undefined) return;
      if (base === undefined) form.resetDirty();
      else goOn(saved, sent);
      input.onSaved(saved.record);
    },
    onError: showProblem,
  });
  return { form, problem, conflict, isBusy: save.isPending, submit: form.onSubmit((values) => save.mutate(values)) };
}
