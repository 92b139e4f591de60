import { isJsonObject } from '@plotline/kit/core/json-object';
import { type FileRecord, fileLimits } from '../model/file-record.js';

interface Line {
  readonly text: string;
  readonly isTooLong: boolean;
}

async function* readLines(text: AsyncIterable<string>): AsyncGenerator<Line> {
  let line = '';
  let isTooLong = false;
  for await (const piece of text) {
    let start = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', start)) {
      isTooLong ||= line.length + end - start > fileLimits.recordLength;
      yield { text: isTooLong ? '' : line + piece.slice(start, end), isTooLong };
      line = '';
      isTooLong = false;
      start = end + 1;
    }
    isTooLong ||= line.length + piece.length - start > fileLimits.recordLength;
    line = isTooLong ? '' : line + piece.slice(start);
  }
  if (line !== '' || isTooLong) yield { text: line, isTooLong };
}

function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isNestedDeeper(item, levels - 1));
}

function parseLine(text: string): Omit<FileRecord, 'number'> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { values: {}, fault: 'is not valid JSON; every line has one JSON object' };
  }
  if (!isJsonObject(value)) return { values: {}, fault: 'must be a JSON object' };
  if (isNestedDeeper(value, fileLimits.depth)) {
    return { values: {}, fault: `is nested deeper than ${fileLimits.depth} levels` };
  }
  return { values: value };
}

/** Reads one JSON object from each line. An invalid line is a fault of its record alone. */
export async function* readJsonLines(text: AsyncIterable<string>): AsyncGenerator<FileRecord> {
  let number = 0;
  for await (const line of readLines(text)) {
    number += 1;
    if (line.isTooLong) {
      yield { number, values: {}, fault: `is longer than ${fileLimits.recordLength} characters` };
    } else if (line.text.trim() !== '') yield { number, ...parseLine(line.text) };
  }
}
