import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { toEventChoices } from '../../components/events.js';
import { useProblemForm } from '../../components/use-problem-form.js';
import { toSchedule } from './digest-schedule.js';
import { getIntegrationsKey, type Integration } from './integrations.js';

interface DigestValues extends Record<string, unknown> {
  name: string;
  recipients: string[];
  events: string[];
  day: string;
  hour: string;
  timeZone: string;
}

/** The form of a new digest, or of one that is changed. */
export function useDigestForm(digest: Integration | undefined, onSaved: () => void) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const { schedule } = digest ?? {};
  const { form, problem, showProblem, clearProblem } = useProblemForm<DigestValues>({
    initialValues: {
      name: digest?.name ?? '',
      recipients: digest?.recipients ?? [],
      events: digest?.events ?? [],
      day: schedule?.weekday ?? '',
      hour: String(schedule?.hour ?? 8),
      timeZone: schedule?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    validate: {
      name: (value) => (value.trim() === '' ? 'Give it a name.' : null),
      recipients: (value) => (value.length === 0 ? 'Choose at least one person.' : null),
      events: (value) => (value.length === 0 ? 'Choose at least one event.' : null),
    },
  });
  const save = useMutation({
    mutationFn: async ({ name, recipients, events, day, hour, timeZone }: DigestValues) => {
      const body = { name, recipients, events: toEventChoices(events), schedule: toSchedule(day, hour, timeZone) };
      if (digest) {
        const params = { path: { id: digest.id } };
        await answerOf(tenant.api.PUT('/v1/integrations/{id}', { params, body }));
        return;
      }
      const created = { ...body, kind: 'mail_digest', active: true } as const;
      await answerOf(tenant.api.POST('/v1/integrations', { body: created }));
    },
    onSuccess: () => {
      onSaved();
      return queries.invalidateQueries({ queryKey: getIntegrationsKey(tenant) });
    },
    onError: showProblem,
  });
  const submit = form.onSubmit((values) => {
    clearProblem();
    save.mutate(values);
  });
  return { form, problem, submit, isBusy: save.isPending };
}
