import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTenant } from '../../api/workspace.js';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.js';
import { type FileKind, type FileOwner, filesKey, filesQuery } from './file-queries.js';
import { PhotoImage } from './photo-image.js';
import { addPhoto, listPhotos, type PhotoChange, type Photos } from './photo-list.js';
import classes from './photos.module.css';

interface RemovedPhotosProps {
  readonly owner: FileOwner;
  readonly kind: FileKind;
  readonly photos: Photos;
  readonly change: (change: PhotoChange) => void;
}

/** Uploaded pictures that the record no longer shows. They can be added again or permanently deleted. */
export function RemovedPhotos({ owner, kind, photos, change }: RemovedPhotosProps) {
  const tenant = useTenant();
  const client = useQueryClient();
  const { data: files = [] } = useQuery(filesQuery(tenant, owner));
  const shown = new Set(listPhotos(photos));
  const removed = files.flatMap(({ id, url, name, kind: own }) =>
    own === kind && url !== null && !shown.has(url) ? [{ id, url, name }] : [],
  );
  if (removed.length === 0) return null;
  const remove = async (id: string) => {
    await tenant.api.DELETE('/v1/files/{id}', { params: { path: { id } } });
    await client.invalidateQueries({ queryKey: filesKey(tenant, owner) });
  };
  return (
    <div>
      <Title order={3} size="h6" mt="md">
        Removed
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        Nobody sees these pictures. They still take up space.
      </Text>
      <ul className={classes.documents}>
        {removed.map(({ id, url, name }) => (
          <li key={id} className={classes.document}>
            <span className={classes.preview}>
              <PhotoImage url={url} alt="" />
            </span>
            <Text size="sm" className={classes.text}>
              {name}
            </Text>
            <Group gap={4} wrap="nowrap">
              <Button size="compact-sm" variant="default" onClick={() => change(addPhoto(url))}>
                Add back<span className="visually-hidden"> {name}</span>
              </Button>
              <ConfirmButton
                label="Delete"
                name={`Delete ${name}`}
                title={`Delete ${name}?`}
                confirmLabel="Delete file"
                c="red"
                onConfirm={() => remove(id)}
              >
                <Text size="sm">Its address stops working everywhere. This can't be undone.</Text>
              </ConfirmButton>
            </Group>
          </li>
        ))}
      </ul>
    </div>
  );
}
