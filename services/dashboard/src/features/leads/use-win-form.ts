import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { ApiProblem } from '../../api/problem.js';
import { useTenant } from '../../api/workspace.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import { isUnitId, type Listing } from '../listings/listing.js';

type Schemas = components['schemas'];
export type LeadToWin = Pick<Schemas['Lead'], 'id' | 'name'>;
export type WonLead = Schemas['WonLead'];

/** Values under the API's field names. Like the API, `property_id` also accepts the id of a unit. */
type Values = {
  readonly property_id: string | null;
  readonly unit_id: string | null;
  readonly deal_value: number | string;
  readonly commission: number | string;
  /** Empty to create one invoice for the whole value. */
  readonly payment_plan_id: string;
  readonly notes: string;
};

const noValues: Values = {
  property_id: null,
  unit_id: null,
  deal_value: '',
  commission: '',
  payment_plan_id: '',
  notes: '',
};

const validate = {
  property_id: (id: string | null) => (id === null ? 'Choose a property or unit.' : null),
  deal_value: (value: number | string) => (Number(value) > 0 ? null : 'Enter a deal value above 0.'),
  commission: (commission: number | string, { deal_value: value }: Values) =>
    Number(value) > 0 && Number(commission) > Number(value)
      ? "The commission can't be more than the deal value."
      : null,
};

function toBody({
  property_id,
  unit_id,
  deal_value,
  commission,
  payment_plan_id,
  notes,
}: Values): Schemas['WinLeadBody'] {
  return {
    property_id,
    ...(unit_id === null ? {} : { unit_id }),
    deal_value: Number(deal_value),
    ...(commission === '' ? {} : { commission: Number(commission) }),
    ...(payment_plan_id === '' ? {} : { payment_plan_id }),
    ...(notes.trim() === '' ? {} : { notes }),
  };
}

/**
 * Creates the form that marks a lead as won. If the unit is no longer for sale, the form says so and offers the
 * property's other units.
 */
export function useWinForm(lead: LeadToWin, onDone: (lead: WonLead) => void) {
  const { api, key } = useTenant();
  const queryClient = useQueryClient();
  const [currency, setCurrency] = useState<string>();
  const { form, problem, showProblem, clearProblem } = useProblemForm<Values>({ initialValues: noValues, validate });

  const fillInPrice = (listing: Listing | null) => {
    setCurrency(listing?.price?.currency);
    if (listing?.price) form.setFieldValue('deal_value', listing.price.amount);
  };
  const pickListing = (listing: Listing | null) => {
    form.setFieldValue('property_id', listing?.id ?? null);
    form.setFieldValue('unit_id', null);
    fillInPrice(listing);
  };
  const pickUnit = (listing: Listing | null) => {
    form.setFieldValue('unit_id', listing?.id ?? null);
    fillInPrice(listing);
  };

  const offerOtherUnits = async (unitId: string, refusal: ApiProblem) => {
    const { data } = await readBody(api.GET('/v1/units/{id}', { params: { path: { id: unitId } } }));
    form.setFieldValue('property_id', data.property_id);
    form.setFieldValue('unit_id', null);
    form.setFieldValue('deal_value', '');
    form.setFieldError('unit_id', `${data.name}: ${refusal.message} Choose another unit of this property.`);
    await queryClient.invalidateQueries({ queryKey: key });
  };

  const win = useMutation({
    mutationFn: async (values: Values) => {
      const params = { path: { id: lead.id } };
      return (await readBody(api.POST('/v1/leads/{id}/won', { params, body: toBody(values) }))).data;
    },
    onSuccess: async (won) => {
      onDone(won);
      await queryClient.invalidateQueries({ queryKey: key });
    },
    onError: async (error, { property_id, unit_id }) => {
      const unitId = unit_id ?? (property_id !== null && isUnitId(property_id) ? property_id : null);
      const isTaken = error instanceof ApiProblem && error.reason === 'unit_not_available';
      if (isTaken && unitId !== null) return offerOtherUnits(unitId, error).catch(showProblem);
      return showProblem(error);
    },
  });

  const submit = form.onSubmit((values) => {
    clearProblem();
    win.mutate(values);
  });
  return { form, problem, currency, isBusy: win.isPending, pickListing, pickUnit, submit };
}
