import { useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { ifMatch, readVersioned, type Versioned } from '../../api/versioned-record.js';
import { useTenant } from '../../api/workspace.js';
import { useRecordForm } from '../../ui/forms/use-record-form.js';
import { toEventChoices } from '../events/public-events.js';
import {
  type ChatKind,
  findChat,
  getIntegrationsKey,
  type Integration,
  readIntegration,
} from './integration-queries.js';

interface IntegrationValues extends Record<string, unknown> {
  kind: ChatKind;
  name: string;
  url: string;
  events: string[];
  template: string;
}

interface IntegrationFormInput {
  readonly base: Versioned<Integration> | undefined;
  /** Chat that a new integration posts to. */
  readonly kind: ChatKind | undefined;
  readonly onSaved: () => void;
}

const toValues = ({ kind, name, events, template }: Integration): IntegrationValues => ({
  kind: findChat(kind) ?? 'slack',
  name,
  url: '',
  events,
  template: template ?? '',
});

const toBody = ({ name, url, events, template }: IntegrationValues) => ({
  name,
  events: toEventChoices(events),
  template: template.trim() === '' ? null : template,
  ...(url === '' ? {} : { url }),
});

/** Creates the form of a new or existing integration. If the URL is left empty, the existing URL is kept. */
export function useIntegrationForm({ base, kind, onSaved }: IntegrationFormInput) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const id = base?.record.id ?? '';
  return useRecordForm({
    base,
    initialValues:
      base === undefined
        ? { kind: kind ?? 'slack', name: '', url: '', events: [], template: '' }
        : toValues(base.record),
    validate: ({ name, url, events }) => ({
      ...(name.trim() === '' ? { name: 'Enter a name.' } : {}),
      ...(url === '' && base === undefined ? { url: 'Paste the webhook URL from your chat.' } : {}),
      ...(events.length === 0 ? { events: 'Choose at least one event.' } : {}),
    }),
    toValues,
    toBody,
    create: async (fields, values) => {
      const body = { ...fields, kind: values.kind, url: values.url, active: true };
      return (await readBody(tenant.api.POST('/v1/integrations', { body }))).data;
    },
    update: (body, tag) => {
      const params = { path: { id } };
      return readVersioned(tenant.api.PUT('/v1/integrations/{id}', { params, headers: ifMatch(tag), body }));
    },
    read: () => readIntegration(tenant, id),
    onSaved: () => {
      onSaved();
      void queries.invalidateQueries({ queryKey: getIntegrationsKey(tenant) });
    },
  });
}
