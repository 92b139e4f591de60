import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../../api/problem.js';
import type { Versioned } from '../../api/versioned-record.js';
import { useProblemForm } from '../../components/use-problem-form.js';
import { pickChanges } from './pick-changes.js';

interface RecordFormInput<R, V, B> {
  /** What is edited, as it was read; undefined for a new record. */
  readonly base: Versioned<R> | undefined;
  readonly initialValues: V;
  readonly validate?: (values: V) => Record<string, string>;
  readonly toValues: (record: R) => V;
  /** Has the same names at its top as the values. */
  readonly toBody: (values: V) => B;
  readonly create: (body: B) => Promise<R>;
  readonly update: (changes: Partial<B>, tag: string | undefined) => Promise<R>;
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
  const rebase = async (mine: Partial<B>, old: Versioned<R>, values: V) => {
    const fresh = await input.read();
    const [before, now] = [toBody(toValues(old.record)), toBody(toValues(fresh.record))];
    setConflict({ before: pickChanges(now, before), now: pickChanges(before, now), mine });
    const kept = Object.fromEntries(Object.entries(values).filter(([name]) => name in mine));
    form.setValues({ ...toValues(fresh.record), ...kept });
    setBase(fresh);
  };
  const save = useMutation({
    mutationFn: async (values: V) => {
      clearProblem();
      if (base === undefined) return input.create(toBody(values));
      const changes = pickChanges(toBody(toValues(base.record)), toBody(values));
      if (Object.keys(changes).length === 0) return base.record;
      try {
        return await input.update(changes, base.tag);
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.status !== 412) throw error;
        await rebase(changes, base, values);
        return undefined;
      }
    },
    onSuccess: (record) => record !== undefined && input.onSaved(record),
    onError: showProblem,
  });
  return { form, problem, conflict, isBusy: save.isPending, submit: form.onSubmit((values) => save.mutate(values)) };
}
