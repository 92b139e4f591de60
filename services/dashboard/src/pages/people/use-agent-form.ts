import { notifications } from '@mantine/notifications';
import { ifMatch, readVersioned, type Versioned } from '../../api/versioned-record.js';
import { useTenant } from '../../api/workspace.js';
import { useRecordForm } from '../../components/use-record-form.js';
import { type AgentValues, listLanguages, toAgentBody, toValues } from './agent-values.js';
import type { Agent } from './agents.js';
import { readAgent } from './use-agent.js';
import { usePeopleChanged } from './use-people-change.js';

const maxLanguageLength = 50;

function validate({ profile }: AgentValues): Record<string, string> {
  const isLong = listLanguages(profile.languages).some((language) => language.length > maxLanguageLength);
  return isLong ? { 'profile.languages': `Each at most ${maxLanguageLength} characters.` } : {};
}

/** The form of an agent; what others change shows at once while the person has changed nothing. */
export function useAgentForm(latest: Versioned<Agent>) {
  const tenant = useTenant();
  const tellChange = usePeopleChanged();
  const { id } = latest.record;
  return useRecordForm({
    base: latest,
    latest,
    initialValues: toValues(latest.record),
    validate,
    toValues,
    toBody: toAgentBody,
    update: (body, tag) =>
      readVersioned(tenant.api.PUT('/v1/agents/{id}', { params: { path: { id } }, body, headers: ifMatch(tag) })),
    read: () => readAgent(tenant, id),
    onSaved: ({ name }) => {
      notifications.show({ message: `${name} is saved.` });
      tellChange();
    },
  });
}
