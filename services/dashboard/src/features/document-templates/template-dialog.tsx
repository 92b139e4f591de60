import { Code, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { ifMatch, readVersioned, type Versioned } from '../../api/versioned-record.js';
import { useTenant } from '../../api/workspace.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { showToast } from '../../ui/feedback/toast.js';
import { ConflictNotice } from '../../ui/forms/conflict-notice.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { FreshRecord } from '../../ui/forms/fresh-record.js';
import { useRecordForm } from '../../ui/forms/use-record-form.js';
import { type DocumentTemplate, getTemplatesKey, readTemplate } from './template-queries.js';

const newTemplate = {
  name: '',
  body: '# Reservation agreement\n\n{{lead.name}} reserves {{unit.name}} in {{property.name}} for {{unit.price}}.\n',
};

const toFields = ({ name, body }: { readonly name: string; readonly body: string }) => ({ name, body });

function findFaults({ name, body }: typeof newTemplate): Record<string, string> {
  return {
    ...(name.trim() === '' ? { name: 'Enter a name.' } : {}),
    ...(body.trim() === '' ? { body: 'Enter the text of the document.' } : {}),
  };
}

interface TemplateFormProps {
  /** Undefined for a new template. */
  readonly base: Versioned<DocumentTemplate> | undefined;
  readonly onClose: () => void;
}

function TemplateForm({ base, onClose }: TemplateFormProps) {
  const tenant = useTenant();
  const client = useQueryClient();
  const id = base?.record.id ?? '';
  const { form, problem, conflict, isBusy, submit } = useRecordForm({
    base,
    initialValues: base === undefined ? newTemplate : toFields(base.record),
    validate: findFaults,
    toValues: toFields,
    toBody: toFields,
    create: async (body) => (await readBody(tenant.api.POST('/v1/document-templates', { body }))).data,
    update: (body, tag) => {
      const params = { path: { id } };
      return readVersioned(tenant.api.PUT('/v1/document-templates/{id}', { params, headers: ifMatch(tag), body }));
    },
    read: () => readTemplate(tenant, id),
    onSaved: ({ name }) => {
      showToast(`The template ${name} was saved.`);
      void client.invalidateQueries({ queryKey: getTemplatesKey(tenant) });
      onClose();
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <ConflictNotice conflict={conflict} />
        <TextInput label="Name" required maxLength={200} data-autofocus {...form.getInputProps('name')} />
        <Textarea
          label="Text"
          description="Markdown: headings, lists, tables, bold text, images by the id of their file."
          required
          autosize
          minRows={10}
          maxRows={24}
          {...form.getInputProps('body')}
        />
        <Text size="sm" c="dimmed">
          Fields such as <Code>{'{{lead.name}}'}</Code>, <Code>{'{{unit.price}}'}</Code>,{' '}
          <Code>{'{{property.address}}'}</Code>, <Code>{'{{deal.value}}'}</Code> and{' '}
          <Code>{'{{hold.expires_on}}'}</Code> are replaced by the values of the records. An unknown field is refused
          with the fields that there are.
        </Text>
        <FormActions label="Save template" isBusy={isBusy} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}

interface TemplateDialogProps {
  /** Null for a new template. */
  readonly template: DocumentTemplate | null;
  readonly onClose: () => void;
}

/** Creates or edits a document template. */
export function TemplateDialog({ template, onClose }: TemplateDialogProps) {
  const tenant = useTenant();
  return (
    <FormModal opened onClose={onClose} title={template ? `Edit ${template.name}` : 'New template'} size="lg">
      {template === null ? (
        <TemplateForm base={undefined} onClose={onClose} />
      ) : (
        <FreshRecord
          queryKey={[...getTemplatesKey(tenant), 'template', template.id]}
          read={() => readTemplate(tenant, template.id)}
        >
          {(base) => <TemplateForm base={base} onClose={onClose} />}
        </FreshRecord>
      )}
    </FormModal>
  );
}
