import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../../gen/api.js';
import { answerOf } from '../../../api/client.js';
import { useTenant } from '../../../api/workspace.js';
import { useProblemForm } from '../../../components/use-problem-form.js';
import { type NewLeadValues, noValues, toNewLead } from './new-lead-values.js';

export type CreatedLead = Pick<components['schemas']['Lead'], 'id' | 'name'>;

export interface Created {
  readonly lead: CreatedLead;
  /** Others with the same email or phone. */
  readonly duplicates: readonly CreatedLead[];
}

/** The form that creates a lead. */
export function useNewLead() {
  const { api, key } = useTenant();
  const client = useQueryClient();
  const [created, setCreated] = useState<Created>();
  const { form, problem, showProblem, clearProblem } = useProblemForm<NewLeadValues>({
    initialValues: noValues,
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name.' : null),
      email: (email) => (email.trim() === '' ? 'Enter an email address.' : null),
    },
  });

  /** A duplicate that was deleted since, or cannot be read, is told by its id. */
  const readName = async (id: string): Promise<CreatedLead> => {
    const params = { path: { id }, query: { fields: ['name' as const] } };
    return answerOf(api.GET('/v1/leads/{id}', { params })).then(
      ({ data }) => data,
      () => ({ id, name: id }),
    );
  };

  const create = useMutation({
    mutationFn: async (values: NewLeadValues): Promise<Created> => {
      const { data, meta } = await answerOf(api.POST('/v1/leads', { body: toNewLead(values) }));
      const duplicates = await Promise.all((meta?.possible_duplicates ?? []).slice(0, 5).map(readName));
      // A new lead has its name; the type also allows for one that was found by a program that may not read leads.
      return { lead: 'name' in data ? data : { ...data, name: data.id }, duplicates };
    },
    onSuccess: (answer) => {
      // Not `resetDirty`: that would make what was written the values that the next lead begins with.
      form.reset();
      setCreated(answer);
      return client.invalidateQueries({ queryKey: [...key, 'leads'] });
    },
    onError: showProblem,
  });

  const submit = form.onSubmit((values) => {
    clearProblem();
    create.mutate(values);
  });
  return { form, problem, isBusy: create.isPending, created, submit, again: () => setCreated(undefined) };
}
