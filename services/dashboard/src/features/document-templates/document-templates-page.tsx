import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { isEmptyList } from '../../api/cursor-pages.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.js';
import { LoadMore } from '../../ui/feedback/load-more.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { DateTime } from '../../ui/format/date-time.js';
import { DownloadButton } from '../../ui/page/download-button.js';
import { Section } from '../../ui/page/section.js';
import { GroupPage } from '../navigation/group-page.js';
import { type DocumentTemplate, getTemplatesKey, readPreview, templatesQuery } from './template-queries.js';

// The code is loaded when the dialog opens.
const TemplateDialog = lazy(async () => ({ default: (await import('./template-dialog.js')).TemplateDialog }));

interface TemplateCardProps {
  readonly template: DocumentTemplate;
  readonly onEdit: () => void;
}

function TemplateCard({ template: { id, name, updated_at }, onEdit }: TemplateCardProps) {
  const tenant = useTenant();
  const client = useQueryClient();
  const mayChange = useCan('administer');
  const remove = async () => {
    await tenant.api.DELETE('/v1/document-templates/{id}', { params: { path: { id } } });
    await client.invalidateQueries({ queryKey: getTemplatesKey(tenant) });
  };
  const actions = (
    <>
      <DownloadButton
        label="Preview"
        name={`Preview ${name}`}
        fileName={`${name} (preview).pdf`}
        read={() => readPreview(tenant, id)}
      />
      {mayChange ? (
        <>
          <Button size="compact-sm" variant="default" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
          <ConfirmButton
            label="Delete"
            name={`Delete ${name}`}
            title={`Delete ${name}?`}
            confirmLabel="Delete template"
            onConfirm={remove}
          >
            <Text size="sm">Documents that were made from it stay.</Text>
          </ConfirmButton>
        </>
      ) : null}
    </>
  );
  return (
    <Section title={name} actions={<Group gap="xs">{actions}</Group>}>
      <Text size="sm" c="dimmed">
        Changed on <DateTime value={updated_at} />
      </Text>
    </Section>
  );
}

/** Lists the templates from which documents of deals and holds are created. */
export function DocumentTemplatesPage() {
  const templates = useInfiniteQuery(templatesQuery(useTenant()));
  const mayChange = useCan('administer');
  /** Null for a new template, undefined while the dialog is closed. */
  const [edited, setEdited] = useState<DocumentTemplate | null>();
  const create = mayChange ? <Button onClick={() => setEdited(null)}>New template</Button> : undefined;
  const empty = (
    <EmptyState title="No document templates yet">
      From a template you make documents of a deal or a hold, such as a reservation agreement, and send them for
      signature.
    </EmptyState>
  );
  return (
    <GroupPage group="deals" title="Document templates" actions={create}>
      <QueryState query={templates} isEmpty={isEmptyList} empty={empty}>
        {({ pages }) => (
          <>
            <Stack gap="md">
              {pages
                .flatMap(({ data }) => data)
                .map((template) => (
                  <TemplateCard key={template.id} template={template} onEdit={() => setEdited(template)} />
                ))}
            </Stack>
            <LoadMore query={templates} />
          </>
        )}
      </QueryState>
      <Suspense>
        {edited === undefined ? null : <TemplateDialog template={edited} onClose={() => setEdited(undefined)} />}
      </Suspense>
    </GroupPage>
  );
}
