import { useEffect, useState } from 'react';
import { ApiProblem } from '../../api/problem.js';
import { readVersioned, type Versioned } from '../../api/versioned-record.js';
import { useProblemForm } from '../../components/use-problem-form.js';
import { type AgentValues, type FieldChange, listChanges, listLanguages, toPatch, toValues } from './agent-values.js';
import type { Agent } from './agents.js';
import { useAgent } from './use-agent.js';
import { usePeopleChange } from './use-people-change.js';

const maxLanguageLength = 50;

const checkLanguages = (text: string) =>
  listLanguages(text).some((language) => language.length > maxLanguageLength)
    ? `Each at most ${maxLanguageLength} characters.`
    : null;

/**
 * The form of an agent. It saves what the person changed of the version that they saw; when another changed the agent
 * meanwhile, it takes their changes over where the person made none, lists them, and saves at the next attempt.
 */
export function useAgentForm(current: Versioned<Agent>) {
  const [base, setBase] = useState(current);
  // What was read before the last save, and is not read anew yet.
  const [outdated, setOutdated] = useState<Versioned<Agent>>();
  const latest = current === outdated ? base : current;
  const [others, setOthers] = useState<readonly FieldChange[]>([]);
  const { form, problem, showProblem, clearProblem } = useProblemForm<AgentValues>({
    initialValues: toValues(current.record),
    validate: { profile: { languages: checkLanguages } },
  });
  const { id } = base.record;
  const { refetch } = useAgent(id);

  const adopt = (next: Versioned<Agent>) => {
    const values = toValues(next.record);
    form.setInitialValues(values);
    form.setValues(values);
    form.resetDirty();
    setBase(next);
  };
  const rebase = (next: Versioned<Agent>) => {
    const changes = listChanges(toValues(base.record), toValues(next.record));
    const mine = new Set(listChanges(toValues(base.record), form.getValues()).map(({ path }) => path));
    for (const { path, value } of changes) if (!mine.has(path)) form.setFieldValue(path, value);
    setBase(next);
    setOthers(changes);
  };
  const save = usePeopleChange({
    change: ({ api }, values: AgentValues) => {
      const headers = base.tag === undefined ? {} : { 'if-match': base.tag };
      const body = toPatch(toValues(base.record), values);
      return readVersioned(api.PUT('/v1/agents/{id}', { params: { path: { id } }, body, headers }));
    },
    describe: ({ record }) => `${record.name} is saved.`,
    onDone: (saved, sent) => {
      const written = listChanges(sent, form.getValues());
      adopt(saved);
      for (const { path, value } of written) form.setFieldValue(path, value);
      setOutdated(current);
      setOthers([]);
    },
    onProblem: async (error) => {
      const isStale = error instanceof ApiProblem && error.status === 412;
      const fresh = isStale ? (await refetch()).data : undefined;
      if (fresh) rebase(fresh);
      else showProblem(error);
    },
  });

  const isChanged = listChanges(toValues(base.record), form.getValues()).length > 0;
  // What others change shows at once while the person has changed nothing.
  useEffect(() => {
    if (latest.tag !== base.tag && !isChanged && !save.isPending) adopt(latest);
  });

  const submit = form.onSubmit((values) => {
    clearProblem();
    setOthers([]);
    save.mutate(values);
  });
  const discard = () => {
    clearProblem();
    setOthers([]);
    adopt(latest);
  };
  return { form, problem, others, isChanged, isSaving: save.isPending, submit, discard };
}
