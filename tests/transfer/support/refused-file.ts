import { refusalOf } from '../../support/refusal-of.js';

/** Returns the message of the only error, which must be about the field `file`. */
export async function refusedFile(work: () => unknown): Promise<string> {
  const { details } = await refusalOf(work);
  const [detail] = details;
  if (details.length !== 1 || detail?.field !== 'file')
    throw new Error(`expected a fault of file: ${JSON.stringify(details)}`);
  return detail.message;
}
