import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import { type NewLeadValues, noValues, toNewLead } from './new-lead-values.js';

export type CreatedLead = Pick<components['schemas']['Lead'], 'id' | 'name'>;

export interface Created {
  readonly lead: CreatedLead;
  /** Other leads with the same email or phone. */
  readonly duplicates: readonly CreatedLead[];
}

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

  /** Returns the id if the duplicate was deleted or the person can't see it. */
  const readName = async (id: string): Promise<CreatedLead> => {
    const params = { path: { id }, query: { fields: ['name' as const] } };
    return readBody(api.GET('/v1/leads/{id}', { params })).then(
      ({ data }) => data,
      () => ({ id, name: id }),
    );
  };

  const create = useMutation({
    mutationFn: async (values: NewLeadValues): Promise<Created> => {
      const { data, meta } = await readBody(api.POST('/v1/leads', { body: toNewLead(values) }));
      const duplicates = await Promise.all((meta?.possible_duplicates ?? []).slice(0, 5).map(readName));
      // For callers without the right to read leads, the API may return an existing lead without a name. People in the
      // dashboard have that right.
      return { lead: 'name' in data ? data : { ...data, name: data.id }, duplicates };
    },
    onSuccess: (answer) => {
      // This doesn't call `resetDirty`, which would make these values the initial values of the next lead.
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
  return { form, problem, isBusy: create.isPending, created, submit, createAnother: () => setCreated(undefined) };
}
