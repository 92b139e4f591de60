import { useState } from 'react';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { HoldForm } from './hold-form.js';
import { LeadSelect } from './lead-select.js';

interface HoldForLeadDialogProps {
  readonly unit: { readonly id: string; readonly label: string; readonly currency: string };
  readonly onClose: () => void;
}

/** Holds a unit for a lead that the person chooses. */
export function HoldForLeadDialog({ unit, onClose }: HoldForLeadDialogProps) {
  const [leadId, setLeadId] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const choice = (
    <LeadSelect
      label="Lead"
      value={leadId}
      onChange={setLeadId}
      error={isMissing && leadId === null ? 'Choose a lead.' : null}
    />
  );
  return (
    <FormModal opened onClose={onClose} title={`Hold unit ${unit.label}`}>
      <HoldForm
        leadId={leadId}
        unitId={unit.id}
        currency={unit.currency}
        choice={choice}
        onMissing={() => setMissing(true)}
        onClose={onClose}
      />
    </FormModal>
  );
}
