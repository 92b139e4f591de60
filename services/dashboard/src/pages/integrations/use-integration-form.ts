import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { toEventChoices } from '../../components/events.js';
import { useProblemForm } from '../../components/use-problem-form.js';
import { type ChatKind, findChat, getIntegrationsKey, type Integration } from './integrations.js';

interface IntegrationValues extends Record<string, unknown> {
  kind: ChatKind;
  name: string;
  url: string;
  events: string[];
  template: string;
}

interface IntegrationFormInput {
  readonly integration: Integration | undefined;
  readonly kind: ChatKind | undefined;
  readonly onSaved: () => void;
}

/** The form of a new integration, or of one that is changed: its address stays where the field is left empty. */
export function useIntegrationForm({ integration, kind, onSaved }: IntegrationFormInput) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const { form, problem, showProblem, clearProblem } = useProblemForm<IntegrationValues>({
    initialValues: {
      kind: findChat(integration?.kind) ?? kind ?? 'slack',
      name: integration?.name ?? '',
      url: '',
      events: integration?.events ?? [],
      template: integration?.template ?? '',
    },
    validate: {
      name: (value) => (value.trim() === '' ? 'Give it a name.' : null),
      url: (value) => (value === '' && !integration ? 'Paste the address that the chat gave you.' : null),
      events: (value) => (value.length === 0 ? 'Choose at least one event.' : null),
    },
  });
  const save = useMutation({
    mutationFn: async (values: IntegrationValues) => {
      const template = values.template.trim() === '' ? null : values.template;
      const fields = { name: values.name, events: toEventChoices(values.events), template };
      if (integration) {
        const params = { path: { id: integration.id } };
        const body = { ...fields, ...(values.url === '' ? {} : { url: values.url }) };
        await answerOf(tenant.api.PUT('/v1/integrations/{id}', { params, body }));
        return;
      }
      const body = { ...fields, kind: values.kind, url: values.url, active: true };
      await answerOf(tenant.api.POST('/v1/integrations', { body }));
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
