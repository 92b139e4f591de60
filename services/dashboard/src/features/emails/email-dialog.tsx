import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useConnectionChoices } from '../../api/active-connections.js';
import { readBody } from '../../api/client.js';
import { ApiProblem } from '../../api/problem.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { showToast } from '../../ui/feedback/toast.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';

interface EmailDialogProps {
  readonly lead: { readonly id: string; readonly name: string; readonly email: string };
  readonly onClose: () => void;
}

/** Explains to people who can't manage connections why nothing was sent. */
function describeRefusal(error: unknown, mayConnect: boolean): string | undefined {
  if (mayConnect || !(error instanceof ApiProblem) || error.reason !== 'no_email_connection') return undefined;
  return "Sending emails isn't set up in this workspace. Ask an owner or admin.";
}

function EmailForm({ lead, onClose }: EmailDialogProps) {
  const { api, key } = useTenant();
  const client = useQueryClient();
  const mayConnect = useCan('administer');
  const choices = useConnectionChoices('email');
  const { form, problem, showProblem, clearProblem } = useProblemForm({
    initialValues: { subject: '', text: '', connection_id: '' },
    validate: {
      subject: (subject) => (subject.trim() === '' ? 'Enter a subject.' : null),
      text: (text) => (text.trim() === '' ? 'Enter a message.' : null),
    },
  });
  const send = useMutation({
    mutationFn: ({ connection_id: chosen, ...email }: { subject: string; text: string; connection_id: string }) => {
      const connection_id = chosen || choices[0]?.value;
      const body = choices.length > 1 && connection_id !== undefined ? { ...email, connection_id } : email;
      return readBody(api.POST('/v1/leads/{id}/emails', { params: { path: { id: lead.id } }, body }));
    },
    onSuccess: () => {
      showToast(`The email to ${lead.name} is being sent. The timeline shows when it arrives.`);
      void client.invalidateQueries({ queryKey: [...key, 'leads'] });
      onClose();
    },
    onError: showProblem,
  });
  const submit = form.onSubmit((values) => {
    clearProblem();
    send.mutate(values);
  });
  return (
    <form onSubmit={submit} noValidate aria-label="Send an email">
      <Stack gap="sm">
        {choices.length > 1 ? (
          <NativeSelect label="Send with" data={choices} {...form.getInputProps('connection_id')} />
        ) : null}
        <TextInput label="To" value={lead.email} readOnly />
        <TextInput label="Subject" required maxLength={200} data-autofocus {...form.getInputProps('subject')} />
        <Textarea label="Message" required autosize minRows={6} maxRows={16} {...form.getInputProps('text')} />
        <FormActions
          label="Send email"
          isBusy={send.isPending}
          problem={describeRefusal(send.error, mayConnect) ?? problem}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

/** Writes an email to a lead. */
export function EmailDialog({ lead, onClose }: EmailDialogProps) {
  return (
    <FormModal opened onClose={onClose} title={`Email to ${lead.name}`} size="lg">
      <EmailForm lead={lead} onClose={onClose} />
    </FormModal>
  );
}
