import { Anchor, Stack, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTenant } from '../../api/workspace.js';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { DateTime } from '../../ui/format/date-time.js';
import { formatBytes } from '../../ui/format/format-number.js';
import { Section } from '../../ui/page/section.js';
import { documentTypes, FilePicker } from './file-picker.js';
import { type FileOwner, filesKey, filesQuery, nameSection, type RecordFile } from './file-queries.js';
import classes from './photos.module.css';
import { UploadList } from './upload-list.js';
import { useUploads } from './use-uploads.js';

interface DocumentsSectionProps {
  readonly owner: FileOwner;
  readonly mayWrite: boolean;
}

interface DocumentRowProps {
  readonly file: RecordFile;
  readonly onDelete: (() => Promise<unknown>) | undefined;
}

function DocumentRow({ file, onDelete }: DocumentRowProps) {
  const { name, url, thumbnails, size, created_at } = file;
  return (
    <li className={classes.document}>
      <span className={classes.preview}>
        {thumbnails?.small ? (
          <img className={classes.image} src={thumbnails.small} alt="" loading="lazy" />
        ) : (
          <IconFile aria-hidden />
        )}
      </span>
      <div className={classes.text}>
        <Anchor href={url ?? undefined} target="_blank" rel="noreferrer" size="sm">
          {name}
          <span className="visually-hidden">, opens in a new tab</span>
        </Anchor>
        <Text size="xs" c="dimmed">
          {formatBytes(size)}, <DateTime value={created_at} />
        </Text>
      </div>
      {onDelete === undefined ? null : (
        <ConfirmButton
          label="Delete"
          name={`Delete ${name}`}
          title={`Delete ${name}?`}
          confirmLabel="Delete file"
          c="red"
          onConfirm={onDelete}
        >
          <Text size="sm">This can't be undone.</Text>
        </ConfirmButton>
      )}
    </li>
  );
}

/** Documents of a record. Only people in the workspace can open them. */
export function DocumentsSection({ owner, mayWrite }: DocumentsSectionProps) {
  const tenant = useTenant();
  const client = useQueryClient();
  const files = useQuery(filesQuery(tenant, owner));
  const refresh = () => client.invalidateQueries({ queryKey: filesKey(tenant, owner) });
  const uploads = useUploads(owner, () => void refresh());
  const remove = async (id: string) => {
    await tenant.api.DELETE('/v1/files/{id}', { params: { path: { id } } });
    await refresh();
  };
  return (
    <Section title="Files" name={nameSection('Files', owner)}>
      <Stack gap="sm">
        <QueryState query={files}>
          {(all) => {
            const documents = all.filter(({ kind }) => kind === 'document');
            if (documents.length === 0) {
              return (
                <Text size="sm" c="dimmed">
                  No files yet.
                </Text>
              );
            }
            return (
              <ul className={classes.documents} aria-label="Files">
                {documents.map((file) => (
                  <DocumentRow key={file.id} file={file} onDelete={mayWrite ? () => remove(file.id) : undefined} />
                ))}
              </ul>
            );
          }}
        </QueryState>
        {mayWrite ? (
          <>
            <FilePicker
              label="Drop files here, or choose them"
              description="Images, PDF, Word, Excel, PowerPoint or OpenDocument, up to 20 MB each"
              accept={documentTypes}
              onChoose={(chosen) => uploads.add(chosen, 'document')}
            />
            <UploadList uploads={uploads} />
          </>
        ) : null}
      </Stack>
    </Section>
  );
}
