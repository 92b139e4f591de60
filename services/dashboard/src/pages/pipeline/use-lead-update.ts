import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ClickedField, changeLead, LeadConflict } from '../../api/change-lead.js';
import { useTenant } from '../../api/workspace.js';
import { tellRefusal } from '../../components/tell-refusal.js';
import { type Lead, type LeadVersion, leadKey } from './lead-query.js';

/** New values of fields of a lead. */
type LeadChange = Partial<Pick<Lead, ClickedField>>;

/**
 * Saves a change that the person decided on by the field as they saw it. False when somebody else has changed that one meanwhile;
 * rejects with what the API refuses.
 */
export type SaveLead = (field: ClickedField, change: LeadChange, seen: Lead) => Promise<boolean>;

/** A change that was not made, as somebody else changed the same field meanwhile. */
interface RefusedChange {
  readonly conflict: LeadConflict;
  readonly field: ClickedField;
  readonly change: LeadChange;
  /** What the field is now. */
  readonly value: unknown;
}

/** Saves a field of a lead, and shows it at once. */
export function useLeadUpdate(id: string) {
  const tenant = useTenant();
  const queryClient = useQueryClient();
  const [refused, setRefused] = useState<RefusedChange>();
  const queryKey = leadKey(tenant, id);
  const show = (change: Partial<Lead>) =>
    queryClient.setQueryData<LeadVersion>(
      queryKey,
      (known) => known && { ...known, lead: { ...known.lead, ...change } },
    );

  const save: SaveLead = async (field, change, seen) => {
    setRefused(undefined);
    // A read that is on its way would show the former values once more.
    await queryClient.cancelQueries({ queryKey, exact: true });
    show(change);
    try {
      await changeLead(tenant.api, seen, field, change);
      return true;
    } catch (error) {
      show({ [field]: seen[field] });
      if (!(error instanceof LeadConflict)) throw error;
      setRefused({ conflict: error, field, change, value: error.lead[field] });
      return false;
    } finally {
      await queryClient.invalidateQueries({ queryKey: [...tenant.key, 'leads'] });
    }
  };
  const repeat = () => {
    if (!refused) return;
    const { conflict, field, change } = refused;
    void save(field, change, conflict.lead).catch(tellRefusal('The lead was not changed'));
  };
  return { save, refused, repeat, forgetRefused: () => setRefused(undefined) };
}
