import { useQuery } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';

/** The first steps that a new workspace has completed. */
export interface Progress {
  readonly hasProperties: boolean;
  readonly hasLeads: boolean;
  readonly hasColleagues: boolean;
  /** Whether an integration or a webhook exists. */
  readonly isConnected: boolean;
}

/** Reads which first steps are done. Returns undefined while they are loading. */
export function useProgress(): Progress | undefined {
  const { api, key } = useTenant();
  const params = { query: { per_page: 1 } };
  return useQuery({
    queryKey: [...key, 'first-steps'],
    queryFn: async (): Promise<Progress> => {
      const lists = await Promise.all([
        readBody(api.GET('/v1/properties', { params })),
        readBody(api.GET('/v1/leads', { params })),
        readBody(api.GET('/v1/agents', { params })),
        readBody(api.GET('/v1/webhooks', { params })),
        readBody(api.GET('/v1/integrations', { params })),
      ]);
      const [properties = 0, leads = 0, agents = 0, webhooks = 0, integrations = 0] = lists.map(
        ({ meta }) => meta.total,
      );
      return {
        hasProperties: properties > 0,
        hasLeads: leads > 0,
        hasColleagues: agents > 1,
        isConnected: webhooks + integrations > 0,
      };
    },
  }).data;
}
