import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTenant } from '../../api/workspace.js';
import { showUndoToast } from '../../ui/feedback/undo-toast.js';
import { Section } from '../../ui/page/section.js';
import { AddPhotoLink } from './add-photo-link.js';
import { FilePicker, imageTypes } from './file-picker.js';
import { type FileOwner, filesKey, nameSection } from './file-queries.js';
import { addPhoto, listPhotos, type Photos, removePhoto, restorePhoto } from './photo-list.js';
import { PhotoTile } from './photo-tile.js';
import { PhotoViewer } from './photo-viewer.js';
import classes from './photos.module.css';
import { RemovedPhotos } from './removed-photos.js';
import { UploadList } from './upload-list.js';
import { type PhotoSource, usePhotoChange } from './use-photo-change.js';
import { useUploads } from './use-uploads.js';

/** Texts of a section about its kind of pictures. */
const words = {
  photo: { title: 'Photos', one: 'Photo', none: 'No photos yet.', pick: 'Drop photos here, or choose them' },
  floor_plan: {
    title: 'Floor plans',
    one: 'Floor plan',
    none: 'No floor plans yet.',
    pick: 'Drop floor plans here, or choose them',
  },
} as const;

interface PhotosSectionProps {
  readonly owner: FileOwner;
  readonly kind: keyof typeof words;
  readonly source: PhotoSource;
  readonly photos: Photos;
  /** Whether the record has one of the pictures as its cover. */
  readonly hasCover: boolean;
  readonly mayWrite: boolean;
}

/** Photos or floor plans of a record. People can upload, sort, remove and enlarge them, and choose the cover. */
export function PhotosSection({ owner, kind, source, photos, hasCover, mayWrite }: PhotosSectionProps) {
  const tenant = useTenant();
  const client = useQueryClient();
  const { shown, change } = usePhotoChange(source, photos);
  const [place, setPlace] = useState<number>();
  const uploads = useUploads(owner, ({ url }) => {
    void client.invalidateQueries({ queryKey: filesKey(tenant, owner) });
    if (url !== null) change(addPhoto(url));
  });
  const urls = listPhotos(shown);
  const { title, one, none, pick } = words[kind];
  const remove = (url: string, index: number) => {
    const former = { place: index, isCover: shown.cover === url };
    change(removePhoto(url));
    showUndoToast(`${one} removed`, () => change(restorePhoto(url, former)));
  };
  if (!mayWrite && urls.length === 0) return null;
  return (
    <Section title={title} name={nameSection(title, owner)}>
      <Stack gap="sm">
        {urls.length === 0 ? (
          <Text size="sm" c="dimmed">
            {none}
          </Text>
        ) : (
          <ul className={classes.grid} aria-label={title}>
            {urls.map((url, index) => (
              <PhotoTile
                key={url}
                url={url}
                name={`${one} ${index + 1}`}
                place={index}
                count={urls.length}
                list={source.id}
                isCover={hasCover ? shown.cover === url : undefined}
                onOpen={() => setPlace(index)}
                change={mayWrite ? change : undefined}
                onRemove={() => remove(url, index)}
              />
            ))}
          </ul>
        )}
        {mayWrite ? (
          <>
            <FilePicker
              label={pick}
              description="JPEG, PNG, WebP or AVIF, up to 20 MB each"
              accept={imageTypes}
              onChoose={(files) => uploads.add(files, kind)}
            />
            <UploadList uploads={uploads} />
            <AddPhotoLink onAdd={(url) => change(addPhoto(url))} />
            <RemovedPhotos owner={owner} kind={kind} photos={shown} change={change} />
          </>
        ) : null}
      </Stack>
      <PhotoViewer title={title} urls={urls} place={place} onMove={setPlace} onClose={() => setPlace(undefined)} />
    </Section>
  );
}
