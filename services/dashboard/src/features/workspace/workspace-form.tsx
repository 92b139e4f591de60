import { Button, Group, NumberInput, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../gen/auth.js';
import { sessionQuery } from '../../api/session.js';
import { ifMatch, readVersioned, type Versioned } from '../../api/versioned-record.js';
import { useTenant } from '../../api/workspace.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { showToast } from '../../ui/feedback/toast.js';
import { ConflictNotice } from '../../ui/forms/conflict-notice.js';
import { CurrencyField } from '../../ui/forms/currency-field.js';
import { useRecordForm } from '../../ui/forms/use-record-form.js';
import { Section } from '../../ui/page/section.js';
import { listCountries } from './countries.js';
import { listTimeZones } from './time-zones.js';

type Workspace = components['schemas']['Workspace'];

interface WorkspaceValues extends Record<string, unknown> {
  name: string;
  currency: string;
  country: string | null;
  time_zone: string;
  /** An empty string while the field has no value. */
  hold_hours: number | string;
  hold_extensions: number | string;
  invoice_lead_days: number | string;
  require_two_factor: boolean;
}

type WorkspaceBody = Omit<WorkspaceValues, 'hold_hours' | 'hold_extensions' | 'invoice_lead_days'> & {
  hold_hours?: number;
  hold_extensions?: number;
  invoice_lead_days?: number;
};

interface WorkspaceFormProps {
  readonly base: Versioned<Workspace>;
  readonly read: () => Promise<Versioned<Workspace>>;
}

const toValues = (workspace: Workspace): WorkspaceValues => {
  const { name, currency, country, time_zone, hold_hours, hold_extensions, invoice_lead_days } = workspace;
  const { require_two_factor } = workspace;
  return { name, currency, country, time_zone, hold_hours, hold_extensions, invoice_lead_days, require_two_factor };
};

/** Converts the values to the body of a change. Omits empty numbers, so that these settings don't change. */
function toBody({ hold_hours, hold_extensions, invoice_lead_days, ...values }: WorkspaceValues): WorkspaceBody {
  return {
    ...values,
    ...(typeof hold_hours === 'number' && { hold_hours }),
    ...(typeof hold_extensions === 'number' && { hold_extensions }),
    ...(typeof invoice_lead_days === 'number' && { invoice_lead_days }),
  };
}

/** Form for the workspace's name, currency, country, time zone, holds, invoices and two-factor requirement. */
export function WorkspaceForm({ base, read }: WorkspaceFormProps) {
  const { auth, key } = useTenant();
  const [workspaceId] = key;
  const queries = useQueryClient();
  const update = (body: Partial<WorkspaceBody>, tag?: string) =>
    readVersioned(auth.PUT('/auth/workspace', { body, headers: ifMatch(tag) }));
  const { form, problem, conflict, isBusy, submit } = useRecordForm({
    base,
    initialValues: toValues(base.record),
    toValues,
    toBody,
    // Never called, because `base` is always set.
    create: async (body) => (await update(body)).record,
    update,
    read,
    onSaved: () => {
      showToast('Settings saved.');
      // Cached totals use the old currency and time zone.
      void queries.invalidateQueries({ queryKey: [workspaceId] });
      // The shell reads the workspace's name from the session.
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  return (
    <Section title="Workspace">
      <form onSubmit={submit}>
        <Stack gap="sm" mt="sm">
          <ConflictNotice conflict={conflict} />
          <TextInput label="Name" withAsterisk {...form.getInputProps('name')} />
          <CurrencyField
            description="For statistics, and for deals whose property and lead have no currency"
            {...form.getInputProps('currency')}
          />
          <Select
            label="Country"
            description="Phone numbers without a country code belong to this country"
            placeholder="No country"
            data={[...listCountries()]}
            searchable
            clearable
            nothingFoundMessage="No country has this name."
            {...form.getInputProps('country')}
          />
          <Select
            label="Time zone"
            description="For the days in filters, statistics, follow-ups and digests"
            data={listTimeZones(base.record.time_zone)}
            searchable
            allowDeselect={false}
            nothingFoundMessage="No time zone has this name."
            {...form.getInputProps('time_zone')}
          />
          <Group grow align="flex-start">
            <NumberInput
              label="Hours of a hold"
              description="For holds made without an end"
              min={1}
              max={8_760}
              allowDecimal={false}
              clampBehavior="strict"
              {...form.getInputProps('hold_hours')}
            />
            <NumberInput
              label="Extensions of a hold"
              description="By a person with the role agent"
              min={0}
              max={100}
              allowDecimal={false}
              clampBehavior="strict"
              {...form.getInputProps('hold_extensions')}
            />
          </Group>
          <NumberInput
            label="Days before an invoice is due"
            description="When the invoice of an instalment is issued"
            min={0}
            max={90}
            allowDecimal={false}
            clampBehavior="strict"
            {...form.getInputProps('invoice_lead_days')}
          />
          <Switch
            label="Require two-factor authentication for owners and admins"
            description="Until they set it up, they can't use this workspace. Set up your own in your profile first."
            {...form.getInputProps('require_two_factor', { type: 'checkbox' })}
          />
          <ProblemText problem={problem} />
          <Group>
            <Button type="submit" loading={isBusy} disabled={!form.isDirty()}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
