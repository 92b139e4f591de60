import type { Caller } from '@plotline/kit/core/caller';
import { invalid, Problem } from '@plotline/kit/core/errors';
import type { Context } from '../../context.js';
import { listImages, parseMarkdown } from './parse-markdown.js';

const types = new Set(['image/jpeg', 'image/png']);

/**
 * Reads the images of a body as data URLs. Throws VALIDATION_ERROR for a file that doesn't exist or can't be printed;
 * `field` is the body's field in the request, or the field that refers to the body.
 */
export async function readImages(
  { leadFiles }: Pick<Context, 'leadFiles'>,
  caller: Caller,
  body: string,
  field: string,
): Promise<Readonly<Record<string, string>>> {
  const images: Record<string, string> = {};
  for (const id of listImages(parseMarkdown(body))) {
    const { content, size, type } = await leadFiles.read(caller, id, 0).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'NOT_FOUND') throw error;
      throw invalid({ field, message: `has an image that does not exist: ${id}` });
    });
    if (!types.has(type)) throw invalid({ field, message: `has an image that is not a JPEG or PNG: ${id}` });
    if (content.length < size) throw invalid({ field, message: `has an image of more than 3 MiB: ${id}` });
    images[id] = `data:${type};base64,${content.toString('base64')}`;
  }
  return images;
}
