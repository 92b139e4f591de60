import { Button, Group, Progress, Text } from '@mantine/core';
import { formatBytes } from '../../ui/format/format-number.js';
import classes from './photos.module.css';
import type { RunningUpload, Uploads } from './use-uploads.js';

function UploadRow({ upload, uploads }: { readonly upload: RunningUpload; readonly uploads: Uploads }) {
  const { id, file, state, progress, problem } = upload;
  const isFailed = state === 'failed';
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" truncate>
          {file.name} <span className="visually-hidden">, </span>
          <Text span size="xs" c="dimmed">
            {formatBytes(file.size)}
          </Text>
        </Text>
        <Group gap={4} wrap="nowrap">
          {isFailed ? (
            <Button size="compact-xs" variant="default" onClick={() => uploads.repeat(id)}>
              Try again<span className="visually-hidden"> {file.name}</span>
            </Button>
          ) : null}
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => uploads.remove(id)}>
            {isFailed ? 'Dismiss' : 'Cancel'}
            <span className="visually-hidden"> {file.name}</span>
          </Button>
        </Group>
      </Group>
      {isFailed ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      ) : (
        <Progress.Root size="sm">
          <Progress.Section value={progress * 100} aria-label={`Upload of ${file.name}`} />
        </Progress.Root>
      )}
    </li>
  );
}

/** Shows the files that are being uploaded, with their progress. */
export function UploadList({ uploads }: { readonly uploads: Uploads }) {
  const { running } = uploads;
  if (running.length === 0) return null;
  return (
    <ul className={classes.documents} aria-label="Uploads">
      {running.map((upload) => (
        <UploadRow key={upload.id} upload={upload} uploads={uploads} />
      ))}
    </ul>
  );
}
