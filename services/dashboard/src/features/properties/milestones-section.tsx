import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { isEmptyList } from '../../api/cursor-pages.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.js';
import { LoadMore } from '../../ui/feedback/load-more.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { formatDateTime, toDateInput } from '../../ui/format/format-date.js';
import { DateField } from '../../ui/forms/date-field.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import { Section } from '../../ui/page/section.js';
import { type Milestone, milestonesQuery } from './milestone-queries.js';

const description = 'Reaching one issues the invoices of all instalments that wait for it.';

function MilestoneForm({ propertyId }: { readonly propertyId: string }) {
  const { api, key } = useTenant();
  const queries = useQueryClient();
  const { form, problem, showProblem, clearProblem } = useProblemForm({
    initialValues: { name: '', reached_on: toDateInput(new Date()) },
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name.' : null) },
  });
  const reach = useMutation({
    mutationFn: ({ name, reached_on }: { readonly name: string; readonly reached_on: string }) => {
      const body = { name, ...(reached_on === '' ? {} : { reached_on }) };
      return readBody(api.POST('/v1/properties/{id}/milestones', { params: { path: { id: propertyId } }, body }));
    },
    onSuccess: () => {
      form.reset();
      return queries.invalidateQueries({ queryKey: [...key, 'milestones', propertyId] });
    },
    onError: showProblem,
  });
  const submit = form.onSubmit((values) => {
    clearProblem();
    reach.mutate(values);
  });
  return (
    <form onSubmit={submit} noValidate aria-label="Record a milestone">
      <Group align="flex-start" gap="sm" mb="md">
        <TextInput
          label="Milestone"
          placeholder="Foundation"
          description="As in your payment plans"
          required
          maxLength={60}
          {...form.getInputProps('name')}
        />
        <DateField label="Reached on" description="Today or earlier" {...form.getInputProps('reached_on')} />
        <Button type="submit" variant="default" loading={reach.isPending} mt={46}>
          Record milestone
        </Button>
      </Group>
      <ProblemText problem={problem} mt="sm" />
    </form>
  );
}

function MilestoneRow({ milestone: { property_id, name, reached_on } }: { readonly milestone: Milestone }) {
  const { api, key } = useTenant();
  const queries = useQueryClient();
  const mayWrite = useCan('manageListings');
  const remove = async () => {
    await api.DELETE('/v1/properties/{id}/milestones/{name}', { params: { path: { id: property_id, name } } });
    await queries.invalidateQueries({ queryKey: [...key, 'milestones', property_id] });
  };
  return (
    <Group component="li" justify="space-between" gap="sm" wrap="nowrap">
      <Text size="sm">
        {name}
        <Text component="span" size="sm" c="dimmed">
          {' '}
          · {formatDateTime(reached_on)}
        </Text>
      </Text>
      {mayWrite ? (
        <ConfirmButton
          label="Delete"
          name={`Delete ${name}`}
          title={`Delete ${name}?`}
          confirmLabel="Delete milestone"
          onConfirm={remove}
        >
          <Text size="sm">
            Delete a milestone only if it was recorded by mistake. You can't delete it after it has triggered an
            invoice.
          </Text>
        </ConfirmButton>
      ) : null}
    </Group>
  );
}

/** Milestones that a property has reached, latest first, with a form to record another one. */
export function MilestonesSection({ propertyId }: { readonly propertyId: string }) {
  const mayWrite = useCan('manageListings');
  const milestones = useInfiniteQuery(milestonesQuery(useTenant(), propertyId));
  return (
    <Section title="Milestones" description={description}>
      {mayWrite ? <MilestoneForm propertyId={propertyId} /> : null}
      <QueryState query={milestones} isEmpty={isEmptyList} empty={<Text size="sm">No milestones reached yet.</Text>}>
        {({ pages }) => (
          <>
            <Stack component="ul" gap="xs" p={0} m={0} aria-label="Reached milestones">
              {pages
                .flatMap(({ data }) => data)
                .map((milestone) => (
                  <MilestoneRow key={milestone.name} milestone={milestone} />
                ))}
            </Stack>
            <LoadMore query={milestones} />
          </>
        )}
      </QueryState>
    </Section>
  );
}
