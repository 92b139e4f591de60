import type { Caller } from '@plotline/kit/core/caller';
import { RecordsServiceService, RemovalOutcome } from '@plotline/protos/plotline/records/v1/records';
import type { StartedService } from './started-service.js';
import { callContext } from './test-runtime.js';

/** Calls RemoveImported. Resolves to the outcomes as words, in the order of the ids. */
export async function removeImported(
  { rpc }: Pick<StartedService, 'rpc'>,
  importId: string,
  resource: string,
  ids: readonly string[],
  as: Partial<Caller> = {},
): Promise<string[]> {
  const request = { import_id: importId, resource, ids: [...ids] };
  const { outcomes } = await rpc(RecordsServiceService.removeImported, request, callContext(as));
  return outcomes.map((outcome) => RemovalOutcome[outcome].replace('REMOVAL_OUTCOME_', '').toLowerCase());
}
