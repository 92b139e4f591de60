import type { ProblemDetail } from '@plotline/kit/core/errors';
import { findUnknownFields } from '../model/placeholders.js';
import { eachNode, listImages, parseMarkdown } from './parse-markdown.js';

/** Limits of a text, so that its layout takes less than a second. */
const maxImages = 10;
const maxCells = 1_000;
const maxNodes = 10_000;

const fileId = /^file_[0-9a-hjkmnp-tv-z]{26}$/;

/** Finds errors in a template's body: unknown fields, images that aren't file ids, and text beyond the limits. */
export function findBodyFaults(body: string): ProblemDetail[] {
  const nodes = parseMarkdown(body);
  const images = listImages(nodes);
  const types = [...eachNode(nodes)].map(({ type }) => type);
  const cells = types.filter((type) => type === 'td' || type === 'th').length;
  const fault = (message: string): ProblemDetail => ({ field: 'body', message });
  const foreign = images.filter((source) => !fileId.test(source));
  return [
    ...findUnknownFields(body),
    ...foreign
      .slice(0, maxImages)
      .map((source) => fault(`has an image that is not the id of a file, such as file_01k9…: ${source.slice(0, 100)}`)),
    ...(images.length > maxImages ? [fault(`must have at most ${maxImages} images`)] : []),
    ...(cells > maxCells ? [fault(`must have at most ${maxCells} cells of tables`)] : []),
    ...(types.length > maxNodes ? [fault('has too many parts: use fewer paragraphs and less formatting')] : []),
  ];
}
