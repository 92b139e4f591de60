import type { ApiClient } from '../api-client.js';
import type { WholePortfolio } from '../whole-portfolio.js';
import { requestFor, send } from './request.js';
import type { ServedOperation } from './served-contract.js';

/**
 * Reads the first page of every list, by operation. A test compares the pages before and after a request to find
 * unwanted effects.
 */
export async function allRecords(
  api: ApiClient,
  operations: readonly ServedOperation[],
  own: WholePortfolio,
): Promise<Readonly<Record<string, string>>> {
  const lists = operations.filter(({ isList }) => isList);
  const pages = await Promise.all(
    lists.map(async (operation) => {
      const answer = await send(api, requestFor(operation, own, { query: { per_page: '100' } }));
      if (answer.status !== 200) throw new Error(`${operation.name} answered ${answer.status}: ${answer.text}`);
      return [operation.name, answer.text] as const;
    }),
  );
  return Object.fromEntries(pages);
}
