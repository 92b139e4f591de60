import { Stack, Textarea } from '@mantine/core';
import { describeError } from '../../api/problem.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { AmountInput } from '../../ui/forms/amount-input.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { isUnitId } from '../listings/listing.js';
import { useInterestingListings, useProperties, useUnits } from '../listings/listing-queries.js';
import { ListingSelect } from '../listings/listing-select.js';
import { PlanField } from '../payment-plans/plan-field.js';
import { type LeadToWin, useWinForm, type WonLead } from './use-win-form.js';

interface WinDialogProps {
  readonly lead: LeadToWin;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Receives the updated lead with its deal. */
  readonly onDone: (lead: WonLead) => void;
}

function WinForm({ lead, onClose, onDone }: Omit<WinDialogProps, 'isOpen'>) {
  const { form, problem, currency, isBusy, pickListing, pickUnit, submit } = useWinForm(lead, onDone);
  const { property_id: listingId, unit_id: unitId } = form.values;
  const propertyId = listingId === null || isUnitId(listingId) ? null : listingId;
  const interesting = useInterestingListings(lead.id).data ?? [];
  const properties = useProperties();
  const units = useUnits(propertyId, true);
  const others = (properties.data ?? []).filter(({ id }) => !interesting.some((one) => one.id === id));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <ListingSelect
          label="Property or unit"
          groups={[
            { group: `${lead.name} is interested in`, listings: interesting },
            { group: 'Properties', listings: others },
          ]}
          value={listingId}
          onChange={pickListing}
          error={form.errors['property_id'] ?? (properties.error ? describeError(properties.error) : null)}
          isLoading={properties.isPending}
          isRequired
        />
        {propertyId === null ? null : (
          <ListingSelect
            label="Unit"
            description="Optional. Without a unit, the deal covers the property and no unit is marked as sold."
            placeholder={units.data?.length === 0 ? 'No units for sale' : 'Type to search'}
            groups={[{ group: 'For sale', listings: units.data ?? [] }]}
            value={unitId}
            onChange={pickUnit}
            error={form.errors['unit_id'] ?? (units.error ? describeError(units.error) : null)}
            isLoading={units.isPending}
          />
        )}
        <AmountInput label="Deal value" currency={currency} required {...form.getInputProps('deal_value')} />
        <AmountInput
          label="Commission"
          description="Leave empty to use the agent's rate."
          currency={currency}
          {...form.getInputProps('commission')}
        />
        <PlanField
          value={form.values.payment_plan_id}
          onChange={(id) => form.setFieldValue('payment_plan_id', id)}
          error={form.errors['payment_plan_id']}
        />
        <Textarea label="Notes" autosize minRows={2} maxRows={8} {...form.getInputProps('notes')} />
        <FormActions label="Mark as won" color="green" isBusy={isBusy} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** Marks a lead as won, with a deal on a unit or property. */
export function WinDialog({ isOpen, ...props }: WinDialogProps) {
  return (
    <FormModal opened={isOpen} onClose={props.onClose} title={`Mark ${props.lead.name} as won`}>
      <WinForm {...props} />
    </FormModal>
  );
}
