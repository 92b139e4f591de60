import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { readBody } from '../../api/client.js';
import { ifMatch } from '../../api/versioned-record.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { TextSkeleton } from '../../ui/feedback/skeletons.js';
import { readUnit, unitQuery } from './unit-queries.js';
import type { Unit } from './unit-values.js';

const PhotosSection = lazy(async () => ({ default: (await import('../files/photos-section.js')).PhotosSection }));
const DocumentsSection = lazy(async () => ({
  default: (await import('../files/documents-section.js')).DocumentsSection,
}));

const toList = (url: string | null) => (url === null ? [] : [url]);

/** Photos, floor plan and documents of a unit. Lists show the first photo. */
export function UnitFiles({ unit: { id, gallery, floor_plan } }: { readonly unit: Unit }) {
  const tenant = useTenant();
  const { api } = tenant;
  const client = useQueryClient();
  const mayWrite = useCan('manageListings');
  const save = (body: { readonly gallery: string[] } | { readonly floor_plan: string | null }, tag?: string) =>
    readBody(api.PUT('/v1/units/{id}', { params: { path: { id } }, headers: ifMatch(tag), body }));
  const refresh = () => client.invalidateQueries({ queryKey: unitQuery(tenant, id).queryKey });
  const common = { owner: { unit_id: id }, mayWrite, hasCover: false };
  return (
    <Suspense fallback={<TextSkeleton />}>
      <Stack>
        <PhotosSection
          {...common}
          kind="photo"
          photos={{ urls: gallery, cover: null }}
          source={{
            id: `${id} photos`,
            read: async () => {
              const { record, tag } = await readUnit(api, id);
              return { record: { urls: record.gallery, cover: null }, tag };
            },
            save: ({ urls }, tag) => save({ gallery: [...urls] }, tag),
            refresh,
          }}
        />
        <PhotosSection
          {...common}
          kind="floor_plan"
          photos={{ urls: toList(floor_plan), cover: null }}
          source={{
            id: `${id} floor plan`,
            read: async () => {
              const { record, tag } = await readUnit(api, id);
              return { record: { urls: toList(record.floor_plan), cover: null }, tag };
            },
            // A unit has one floor plan, so the latest replaces the previous one.
            save: ({ urls }, tag) => save({ floor_plan: urls.at(-1) ?? null }, tag),
            refresh,
          }}
        />
        <DocumentsSection {...common} />
      </Stack>
    </Suspense>
  );
}
