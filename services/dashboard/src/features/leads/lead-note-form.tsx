import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { noteTypes } from '../../api/enums.js';
import { useTenant } from '../../api/workspace.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { toChoices } from '../../ui/format/label.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import { getLeadKey } from './lead-queries.js';

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
      return readBody(api.POST('/v1/leads/{id}/notes', { params: { path: { id: leadId } }, body }));
    },
    onSuccess: async (_answer, { content }) => {
      // Keeps the text of a new note that the person started while this note was being sent.
      if (form.getValues().content === content) form.reset();
      // A note changes only the lead and its activity on this page. Lists refresh when they are opened.
      const ownKey = getLeadKey(tenant, leadId);
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
        <ProblemText problem={problem} />
        <Group gap="xs" justify="flex-end">
          <NativeSelect aria-label="Note type" data={toChoices(noteTypes)} {...form.getInputProps('type')} />
          <Button type="submit" loading={add.isPending}>
            Add
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
