import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../gen/auth.js';
import { readBody } from '../../api/client.js';
import type { Mode } from '../../api/mode.js';
import { useTenant } from '../../api/workspace.js';

export type SavedView = components['schemas']['SavedView'];

/** The page of a view by mode. Live and sandbox have different agents and properties, so they can't share views. */
const pages: Readonly<Record<Mode, string>> = { live: 'pipeline', sandbox: 'sandbox/pipeline' };

/** Reads and changes the saved views of leads in this mode: the person's own views and shared views. */
export function useSavedViews() {
  const { auth, key } = useTenant();
  const client = useQueryClient();
  const [workspaceId, mode] = key;
  const page = pages[mode];
  const queryKey = [workspaceId, 'saved-views', page];
  const onSuccess = () => client.invalidateQueries({ queryKey });
  const views = useQuery({
    queryKey,
    queryFn: async () => (await readBody(auth.GET('/auth/saved-views', { params: { query: { page } } }))).data,
  });
  const save = useMutation({
    mutationFn: (view: Pick<SavedView, 'name' | 'query' | 'shared'>) =>
      readBody(auth.POST('/auth/saved-views', { body: { ...view, page } })),
    onSuccess,
  });
  const change = useMutation({
    mutationFn: ({ id, ...body }: Pick<SavedView, 'id'> & Partial<Pick<SavedView, 'name' | 'query' | 'shared'>>) =>
      readBody(auth.PUT('/auth/saved-views/{id}', { params: { path: { id } }, body })),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (id: string) => auth.DELETE('/auth/saved-views/{id}', { params: { path: { id } } }),
    onSuccess,
  });
  return { views, save, change, remove };
}

export type SavedViews = ReturnType<typeof useSavedViews>;
