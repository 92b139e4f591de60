import { useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { ifMatch, readVersioned, type Versioned } from '../../api/versioned-record.js';
import { useTenant } from '../../api/workspace.js';
import { useRecordForm } from '../../ui/forms/use-record-form.js';
import { toEventChoices } from '../events/public-events.js';
import { toSchedule, workspaceZone } from './digest-schedule.js';
import { getIntegrationsKey, type Integration, readIntegration } from './integration-queries.js';

interface DigestValues extends Record<string, unknown> {
  name: string;
  recipients: string[];
  events: string[];
  schedule: { weekday: string; hour: string; time_zone: string };
}

const toValues = ({ name, recipients, events, schedule }: Integration): DigestValues => ({
  name,
  recipients: recipients ?? [],
  events,
  schedule: {
    weekday: schedule?.weekday ?? '',
    hour: String(schedule?.hour ?? 8),
    time_zone: schedule && !schedule.follows_workspace ? schedule.time_zone : workspaceZone,
  },
});

const createValues = (): DigestValues => ({
  name: '',
  recipients: [],
  events: [],
  schedule: { weekday: '', hour: '8', time_zone: workspaceZone },
});

function validate({ name, recipients, events }: DigestValues): Record<string, string> {
  return {
    ...(name.trim() === '' ? { name: 'Enter a name.' } : {}),
    ...(recipients.length === 0 ? { recipients: 'Choose at least one person.' } : {}),
    ...(events.length === 0 ? { events: 'Choose at least one event.' } : {}),
  };
}

/** Creates the form of a new or existing digest. */
export function useDigestForm(base: Versioned<Integration> | undefined, onSaved: () => void) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const id = base?.record.id ?? '';
  return useRecordForm({
    base,
    initialValues: base === undefined ? createValues() : toValues(base.record),
    validate,
    toValues,
    toBody: ({ name, recipients, events, schedule: { weekday, hour, time_zone } }) => ({
      name,
      recipients,
      events: toEventChoices(events),
      schedule: toSchedule(weekday, hour, time_zone),
    }),
    create: async (fields) => {
      const body = { ...fields, kind: 'mail_digest', active: true } as const;
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
