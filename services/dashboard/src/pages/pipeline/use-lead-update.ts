import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../api/client.js';
import { ApiProblem } from '../../api/problem.js';
import { useTenant } from '../../api/workspace.js';
import { findOverlap, type LeadChanges, type LeadField, pickFields } from './lead-changes.js';
import { type LeadVersion, leadKey, readLead } from './lead-query.js';
import { fieldLabels } from './lead-words.js';

/** What the person has to decide on: fields that somebody else has changed meanwhile, too. */
export interface EditConflict {
  readonly base: LeadVersion;
  readonly mine: LeadChanges;
  readonly current: LeadVersion;
  /** The fields whose own values are to be saved all the same; null gives up. */
  readonly decide: (kept: readonly LeadField[] | null) => void;
}

/** Saves changes of the version that the person saw. False when they gave up over a conflict; rejects with what the API refuses. */
export type SaveLead = (changes: LeadChanges, base: LeadVersion) => Promise<boolean>;

const isStale = (error: unknown) => error instanceof ApiProblem && error.status === 412;

function tellOfOthers(fields: readonly LeadField[]): void {
  if (fields.length === 0) return;
  const names = fields.map((field) => fieldLabels[field]).join(', ');
  notifications.show({ title: 'Saved', message: `The lead was changed meanwhile, too: ${names}.` });
}

/**
 * Saves fields of a lead, and shows them at once. When another has changed the lead since it was read, changes of other fields are
 * joined; of the same ones, the person chooses.
 */
export function useLeadUpdate(id: string): { readonly save: SaveLead; readonly conflict: EditConflict | undefined } {
  const tenant = useTenant();
  const queryClient = useQueryClient();
  const [conflict, setConflict] = useState<EditConflict>();
  const queryKey = leadKey(tenant, id);

  const ask = async (question: Omit<EditConflict, 'decide'>) => {
    const answer = await new Promise<readonly LeadField[] | null>((decide) => setConflict({ ...question, decide }));
    setConflict(undefined);
    return answer;
  };

  const put = async (changes: LeadChanges, { entityTag }: LeadVersion) => {
    const params = { path: { id }, header: { 'If-Match': entityTag } };
    await answerOf(tenant.api.PUT('/v1/leads/{id}', { params, body: changes }));
  };

  const saveOrAsk: SaveLead = async (changes, base) => {
    if (Object.keys(changes).length === 0) return true;
    try {
      await put(changes, base);
      return true;
    } catch (error) {
      if (!isStale(error)) throw error;
    }
    const current = await readLead(tenant, id);
    queryClient.setQueryData(queryKey, current);
    const { disputed, theirs } = findOverlap(base.lead, changes, current.lead);
    if (disputed.length === 0) {
      const isSaved = await saveOrAsk(changes, current);
      if (isSaved) tellOfOthers(theirs);
      return isSaved;
    }
    const kept = await ask({ base, mine: changes, current });
    if (kept === null) return false;
    return saveOrAsk(pickFields(changes, kept), current);
  };

  const save: SaveLead = async (changes, base) => {
    // A read that is on its way would show the former values once more.
    await queryClient.cancelQueries({ queryKey, exact: true });
    queryClient.setQueryData(queryKey, { ...base, lead: { ...base.lead, ...changes } });
    try {
      return await saveOrAsk(changes, base);
    } catch (error) {
      queryClient.setQueryData(queryKey, base);
      throw error;
    } finally {
      await queryClient.invalidateQueries({ queryKey: [...tenant.key, 'leads'] });
    }
  };
  return { save, conflict };
}
