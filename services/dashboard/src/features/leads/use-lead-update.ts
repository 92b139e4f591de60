import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Versioned } from '../../api/versioned-record.js';
import { useTenant } from '../../api/workspace.js';
import { showErrorToast } from '../../ui/feedback/toast.js';
import { type ClickedField, changeLead, LeadConflict } from './change-lead.js';
import { getLeadKey, type Lead } from './lead-queries.js';

/** New values of a lead's fields. */
type LeadChange = Partial<Pick<Lead, ClickedField>>;

/**
 * Saves a change of a field that the person has seen. Resolves to false if someone else has changed that field since.
 * Rejects with any other error of the API.
 */
export type SaveLead = (field: ClickedField, change: LeadChange, seen: Lead) => Promise<boolean>;

/** A change that was not saved, because someone else changed the same field. */
interface RefusedChange {
  readonly conflict: LeadConflict;
  readonly field: ClickedField;
  readonly change: LeadChange;
  /** Current value of the field. */
  readonly value: unknown;
}

/** Saves a field of a lead and shows it immediately. */
export function useLeadUpdate(id: string) {
  const tenant = useTenant();
  const queryClient = useQueryClient();
  const [refused, setRefused] = useState<RefusedChange>();
  const queryKey = getLeadKey(tenant, id);
  const show = (change: Partial<Lead>) =>
    queryClient.setQueryData<Versioned<Lead>>(
      queryKey,
      (known) => known && { ...known, record: { ...known.record, ...change } },
    );

  const save: SaveLead = async (field, change, seen) => {
    setRefused(undefined);
    // A pending read would show the previous values again.
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
    void save(field, change, conflict.lead).catch(showErrorToast("The lead wasn't changed"));
  };
  return { save, refused, repeat, forgetRefused: () => setRefused(undefined) };
}
