import type { Records } from '@plotline/kit/store/records/records';
import type { Lead } from '../model/lead.js';

/** Lead with its search text. */
interface SearchedLead extends Pick<Lead, 'id'> {
  readonly derived?: { readonly search_text?: string };
}

/** Number of leads in the sample. It is enough to see which words of a search are frequent. */
const sampleSize = 100;

/** Reads the search texts of the newest leads. */
export async function readSearchTexts(records: Records<Lead>): Promise<string[]> {
  const newest = { hint: 'created_at', sort: { created_at: -1, _id: -1 }, limit: sampleSize } as const;
  const found: readonly SearchedLead[] = await records.find(
    {},
    { ...newest, projection: { 'derived.search_text': 1 } },
  );
  return found.map(({ derived }) => derived?.search_text ?? '');
}
