import { Problem } from '@plotline/kit/core/errors';

/** Returns the Problem that the work throws or rejects with. Throws an error if the work succeeds. */
export async function refusalOf(work: () => unknown): Promise<Problem> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('expected a Problem, but nothing was refused');
}

/** Returns the fields that a VALIDATION_ERROR reports. */
export async function faultyFields(work: () => unknown): Promise<string[]> {
  const problem = await refusalOf(work);
  if (problem.code !== 'VALIDATION_ERROR') throw new Error(`expected a VALIDATION_ERROR, got ${problem.code}`);
  return problem.details.map(({ field }) => field);
}
