import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { FormProblem } from '../../components/form-actions.js';
import { noteTypes } from '../../components/lead-choices.js';
import { toLabel } from '../../components/status-badge.js';
import { useProblemForm } from '../../components/use-problem-form.js';
import { leadKey } from './lead-query.js';

const options = noteTypes.map((type) => ({ value: type, label: toLabel(type) }));
const noValues = { type: 'note', content: '' };

/** Adds a note about a call, viewing or other contact to the timeline. */
export function LeadNoteForm({ leadId }: { readonly leadId: string }) {
  const tenant = useTenant();
  const { api, key } = tenant;
  const queryClient = useQueryClient();
  const { form, problem, showProblem, clearProblem } = useProblemForm({
    initialValues: noValues,
    validate: { content: (content) => (content.trim() === '' ? 'Enter a note.' : null) },
  });
  const add = useMutation({
    mutationFn: ({ type, content }: typeof noValues) => {
      const body = { content, type: noteTypes.find((one) => one === type) ?? 'note' };
      return answerOf(api.POST('/v1/leads/{id}/notes', { params: { path: { id: leadId } }, body }));
    },
    onSuccess: async (_answer, { content }) => {
      // Keeps a next note that was started while this one was being sent.
      if (form.getValues().content === content) form.reset();
      // A note changes only the lead and its activity on this page. Lists refresh when they are opened.
      const ownKey = leadKey(tenant, leadId);
      await queryClient.invalidateQueries({ queryKey: [...key, 'leads'], refetchType: 'none' });
      await Promise.all([
        queryClient.refetchQueries({ queryKey: ownKey, exact: true }),
        queryClient.refetchQueries({ queryKey: [...ownKey, 'activity'] }),
      ]);
    },
    onError: showProblem,
  });
  const submit = form.onSubmit((values) => {
    clearProblem();
    add.mutate(values);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs" mb="md">
        <Textarea
          label="Add to the timeline"
          placeholder="Notes from a call, email or meeting"
          autosize
          minRows={2}
          maxRows={10}
          {...form.getInputProps('content')}
        />
        <FormProblem problem={problem} />
        <Group gap="xs" justify="flex-end">
          <NativeSelect aria-label="Note type" data={options} {...form.getInputProps('type')} />
          <Button type="submit" loading={add.isPending}>
            Add
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
