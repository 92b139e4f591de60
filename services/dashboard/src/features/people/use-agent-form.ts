import { ifMatch, readVersioned, type Versioned } from '../../api/versioned-record.js';
import { useTenant } from '../../api/workspace.js';
import { showToast } from '../../ui/feedback/toast.js';
import { useRecordForm } from '../../ui/forms/use-record-form.js';
import type { Agent } from './agent-queries.js';
import { type AgentValues, listLanguages, toAgentBody, toValues } from './agent-values.js';
import { readAgent } from './use-agent.js';
import { useRefreshPeople } from './use-people-change.js';

const maxLanguageLength = 50;

function validate({ profile }: AgentValues): Record<string, string> {
  const isLong = listLanguages(profile.languages).some((language) => language.length > maxLanguageLength);
  return isLong ? { 'profile.languages': `Use at most ${maxLanguageLength} characters for each language.` } : {};
}

/** Creates an agent's form. Shows changes by others immediately, unless the person has changed something. */
export function useAgentForm(latest: Versioned<Agent>) {
  const tenant = useTenant();
  const refreshPeople = useRefreshPeople();
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
      showToast(`${name} was saved.`);
      refreshPeople();
    },
  });
}
