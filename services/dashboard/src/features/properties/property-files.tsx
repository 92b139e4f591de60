import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { readBody } from '../../api/client.js';
import { ifMatch } from '../../api/versioned-record.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { TextSkeleton } from '../../ui/feedback/skeletons.js';
import { readProperty } from './property-queries.js';
import type { Property } from './property-values.js';

const PhotosSection = lazy(async () => ({ default: (await import('../files/photos-section.js')).PhotosSection }));
const DocumentsSection = lazy(async () => ({
  default: (await import('../files/documents-section.js')).DocumentsSection,
}));

/** The photos, floor plans and documents of a property. */
export function PropertyFiles({ property: { id, media } }: { readonly property: Property }) {
  const { api, key } = useTenant();
  const client = useQueryClient();
  const mayWrite = useCan('manageListings');
  const save = (body: { readonly media: Partial<Property['media']> }, tag: string | undefined) =>
    readBody(api.PUT('/v1/properties/{id}', { params: { path: { id } }, headers: ifMatch(tag), body }));
  const refresh = () => client.invalidateQueries({ queryKey: [...key, 'properties'] });
  const readMedia = async () => {
    const { record, tag } = await readProperty(api, id);
    return { media: record.media, tag };
  };
  const common = { owner: { property_id: id }, mayWrite };
  return (
    <Suspense fallback={<TextSkeleton />}>
      <Stack mt="lg">
        <PhotosSection
          {...common}
          kind="photo"
          hasCover
          photos={{ urls: media.gallery, cover: media.cover }}
          source={{
            id: `${id} photos`,
            read: async () => {
              const { media: now, tag } = await readMedia();
              return { record: { urls: now.gallery, cover: now.cover }, tag };
            },
            save: ({ urls, cover }, tag) => save({ media: { gallery: [...urls], cover } }, tag),
            refresh,
          }}
        />
        <PhotosSection
          {...common}
          kind="floor_plan"
          hasCover={false}
          photos={{ urls: media.floor_plans, cover: null }}
          source={{
            id: `${id} floor plans`,
            read: async () => {
              const { media: now, tag } = await readMedia();
              return { record: { urls: now.floor_plans, cover: null }, tag };
            },
            save: ({ urls }, tag) => save({ media: { floor_plans: [...urls] } }, tag),
            refresh,
          }}
        />
        <DocumentsSection {...common} />
      </Stack>
    </Suspense>
  );
}
