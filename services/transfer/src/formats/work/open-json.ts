import { type FileRecord, fileFault, fileLimits } from '../model/file-record.js';
import { readJsonItems } from './read-json-items.js';
import { readJsonLines } from './read-json-lines.js';

/** Reads the text up to its first character that isn't white space. Returns this beginning and the remaining pieces. */
async function readStart(text: AsyncIterable<string>) {
  const iterator = text[Symbol.asyncIterator]();
  let start = '';
  while (start.trim() === '' && start.length < fileLimits.recordLength) {
    const { value, done } = await iterator.next();
    if (done) break;
    start += value;
  }
  return { start, rest: { [Symbol.asyncIterator]: () => iterator } };
}

async function* joinTexts(start: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield start;
  yield* rest;
}

/**
 * Reads the objects of a JSON array, as an export writes it, or of JSON lines. Detects the form from the text, because
 * clients send both forms with either media type. JSON that isn't sent as lines may also be a single object over
 * several lines.
 */
export async function openJson(
  text: AsyncIterable<string>,
  format: 'json' | 'jsonl',
): Promise<AsyncGenerator<FileRecord>> {
  const { start, rest } = await readStart(text);
  const bracket = start.search(/\S/);
  if (start[bracket] === '[') return readJsonItems(joinTexts(start.slice(bracket + 1), rest), true);
  if (format === 'jsonl') return readJsonLines(joinTexts(start, rest));
  if (start[bracket] === '{') return readJsonItems(joinTexts(start, rest), false);
  throw fileFault('must be a JSON array of objects, such as [{"name": "Noor Haddad"}], or JSON lines');
}
