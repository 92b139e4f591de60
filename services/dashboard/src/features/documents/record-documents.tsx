import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useCan, useTenant } from '../../api/workspace.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { DateTime } from '../../ui/format/date-time.js';
import { Section } from '../../ui/page/section.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { describeProgress } from './describe-document.js';
import { DocumentMenu } from './document-menu.js';
import { type DocumentFilter, type DocumentSubject, documentsQuery, type SaleDocument } from './document-queries.js';

// The code is loaded when the dialog opens.
const NewDocumentForm = lazy(async () => ({ default: (await import('./new-document-form.js')).NewDocumentForm }));

function DocumentLine({ document }: { readonly document: SaleDocument }) {
  const { name, status, signed_at, sent_at, created_at } = document;
  const progress = describeProgress(document);
  return (
    <Group component="li" justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
      <Stack gap={4} miw={0}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <StatusBadge status={status} />
        </Group>
        <Text size="xs" c="dimmed">
          <DateTime value={signed_at ?? sent_at ?? created_at} />
        </Text>
        {progress === null ? null : <Text size="xs">{progress}</Text>}
      </Stack>
      <DocumentMenu document={document} />
    </Group>
  );
}

interface RecordDocumentsProps {
  readonly filter: DocumentFilter;
  /**
   * Deal that new documents are created for. Without it, the section only lists documents, and renders nothing if there
   * are none.
   */
  readonly subject?: DocumentSubject;
}

/** Documents for signature that belong to a deal, or to the holds and deals of a lead. */
export function RecordDocuments({ filter, subject }: RecordDocumentsProps) {
  const documents = useQuery(documentsQuery(useTenant(), filter));
  const mayWrite = useCan('write');
  const [isCreating, setCreating] = useState(false);
  const close = () => setCreating(false);
  if (!subject && !documents.data?.length) return null;
  const create = (
    <Button size="xs" variant="default" onClick={() => setCreating(true)}>
      New document
    </Button>
  );
  return (
    <Section title="Documents" actions={subject && mayWrite ? create : null}>
      <QueryState
        query={documents}
        isEmpty={(all) => all.length === 0}
        empty={<Text size="sm">No documents yet. Make one from a template, and send it for signature.</Text>}
      >
        {(all) => (
          <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Documents">
            {all.map((document) => (
              <DocumentLine key={document.id} document={document} />
            ))}
          </Stack>
        )}
      </QueryState>
      <FormModal opened={isCreating} onClose={close} title="New document">
        <Suspense>{subject && isCreating ? <NewDocumentForm subject={subject} onClose={close} /> : null}</Suspense>
      </FormModal>
    </Section>
  );
}
