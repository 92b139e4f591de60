import { NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTenant } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { showToast } from '../../ui/feedback/toast.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import { createDocument, type DocumentSubject, useRefreshDocuments, useTemplateChoices } from './document-queries.js';

interface NewDocumentFormProps {
  readonly subject: DocumentSubject;
  readonly onClose: () => void;
}

interface TemplateFormProps extends NewDocumentFormProps {
  readonly templates: readonly { readonly id: string; readonly name: string }[];
}

function TemplateForm({ subject, templates, onClose }: TemplateFormProps) {
  const tenant = useTenant();
  const refresh = useRefreshDocuments();
  const { form, problem, showProblem, clearProblem } = useProblemForm({
    initialValues: { template_id: templates[0]?.id ?? '' },
  });
  const create = useMutation({
    mutationFn: (values: { template_id: string }) => createDocument(tenant, subject, values.template_id),
    onSuccess: ({ data }) => {
      showToast(`The document ${data.name} was created.`);
      void refresh();
      onClose();
    },
    onError: showProblem,
  });
  const submit = form.onSubmit((values) => {
    clearProblem();
    create.mutate(values);
  });
  return (
    <form onSubmit={submit} noValidate aria-label="New document">
      <Stack gap="sm">
        <Text size="sm">
          The document is filled in with the lead, the unit and the {subject.type}. The lead signs it. You can send it
          for signature afterwards.
        </Text>
        <NativeSelect
          label="Template"
          data={templates.map(({ id, name }) => ({ value: id, label: name }))}
          data-autofocus
          {...form.getInputProps('template_id')}
        />
        <FormActions label="Create document" isBusy={create.isPending} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** Creates a document of a deal or a hold from a template. */
export function NewDocumentForm({ subject, onClose }: NewDocumentFormProps) {
  const templates = useTemplateChoices();
  return (
    <QueryState
      query={templates}
      isEmpty={(all) => all.length === 0}
      empty={
        <Text size="sm">There are no templates yet. An owner or admin adds them in Deals, Document templates.</Text>
      }
    >
      {(all) => <TemplateForm subject={subject} templates={all} onClose={onClose} />}
    </QueryState>
  );
}
