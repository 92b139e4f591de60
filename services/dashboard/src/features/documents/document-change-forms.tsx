import { FileInput, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useConnectionChoices } from '../../api/active-connections.js';
import { readBody } from '../../api/client.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { showToast } from '../../ui/feedback/toast.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import { describeSendRefusal } from './describe-document.js';
import { type SaleDocument, uploadSigned, useRefreshDocuments } from './document-queries.js';

/** Props of a form that changes a document. */
export interface DocumentChangeProps {
  readonly document: SaleDocument;
  readonly onClose: () => void;
}

/** Creates a mutation that refreshes the documents, shows a toast, and closes the form. */
function useDocumentChange<V>(change: (values: V) => Promise<unknown>, done: string, onClose: () => void) {
  const refresh = useRefreshDocuments();
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      showToast(done);
      void refresh();
      onClose();
    },
  });
}

/** Sends a document to its signers. */
export function SendDocumentForm({ document, onClose }: DocumentChangeProps) {
  const { api } = useTenant();
  const mayConnect = useCan('administer');
  const choices = useConnectionChoices('e_signature');
  const params = { path: { id: document.id } };
  const { form, problem, showProblem, clearProblem } = useProblemForm({
    initialValues: { message: '', connection_id: '' },
  });
  const send = useDocumentChange(
    ({ message, connection_id: chosen }: { message: string; connection_id: string }) => {
      const connection_id = choices.length > 1 ? chosen || choices[0]?.value : undefined;
      const body = {
        ...(message.trim() === '' ? {} : { message }),
        ...(connection_id === undefined ? {} : { connection_id }),
      };
      return readBody(api.POST('/v1/documents/{id}/send', { params, body }));
    },
    'The document is being sent.',
    onClose,
  );
  const submit = form.onSubmit((values) => {
    clearProblem();
    send.mutate(values, { onError: showProblem });
  });
  return (
    <form onSubmit={submit} noValidate aria-label="Send for signature">
      <Stack gap="sm">
        <Text size="sm">
          These people get an email with a link to sign:{' '}
          {document.signers.map(({ name, email }) => `${name} (${email})`).join(', ')}.
        </Text>
        {choices.length > 1 ? (
          <NativeSelect label="Send with" data={choices} {...form.getInputProps('connection_id')} />
        ) : null}
        <Textarea
          label="Message"
          maxLength={2000}
          autosize
          minRows={3}
          data-autofocus
          {...form.getInputProps('message')}
        />
        <FormActions
          label="Send for signature"
          isBusy={send.isPending}
          problem={describeSendRefusal(send.error, mayConnect) ?? problem}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

/** Voids a document that is not signed. */
export function VoidDocumentForm({ document, onClose }: DocumentChangeProps) {
  const { api } = useTenant();
  const params = { path: { id: document.id } };
  const { form, problem, showProblem, clearProblem } = useProblemForm({ initialValues: { reason: '' } });
  const end = useDocumentChange(
    ({ reason }: { reason: string }) =>
      readBody(api.POST('/v1/documents/{id}/void', { params, body: reason.trim() === '' ? {} : { reason } })),
    document.status === 'draft' ? 'The document is void.' : 'The document is being voided.',
    onClose,
  );
  const submit = form.onSubmit((values) => {
    clearProblem();
    end.mutate(values, { onError: showProblem });
  });
  return (
    <form onSubmit={submit} noValidate aria-label="Void the document">
      <Stack gap="sm">
        <Text size="sm">Nobody can sign the document any more. This can't be undone.</Text>
        <Textarea label="Reason" maxLength={200} autosize data-autofocus {...form.getInputProps('reason')} />
        <FormActions label="Void document" isBusy={end.isPending} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** Stores a document that was signed on paper or elsewhere. */
export function UploadSignedForm({ document, onClose }: DocumentChangeProps) {
  const tenant = useTenant();
  const { form, problem, showProblem, clearProblem } = useProblemForm<{ file: File | null }>({
    initialValues: { file: null },
    validate: { file: (file) => (file === null ? 'Choose a PDF.' : null) },
  });
  const upload = useDocumentChange(
    (file: File) => uploadSigned(tenant, document.id, file),
    'The document is signed.',
    onClose,
  );
  const submit = form.onSubmit(({ file }) => {
    clearProblem();
    if (file) upload.mutate(file, { onError: showProblem });
  });
  return (
    <form onSubmit={submit} noValidate aria-label="Upload the signed document">
      <Stack gap="sm">
        <FileInput
          label="Signed document"
          description="PDF, up to 20 MB"
          accept="application/pdf"
          required
          data-autofocus
          {...form.getInputProps('file')}
        />
        <FormActions label="Mark as signed" isBusy={upload.isPending} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}
