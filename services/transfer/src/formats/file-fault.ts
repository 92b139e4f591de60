import { invalid, type Problem } from '@plotline/kit/errors';

/** 422: the file cannot be read, or not any further. The message is what a job tells as its error. */
export function fileFault(message: string): Problem {
  return invalid({ field: 'file', message });
}
