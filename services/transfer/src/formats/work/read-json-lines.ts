import { assertRowCount, type FileRecord, fileLimits } from '../model/file-record.js';
import { parseJsonRecord, type RecordText } from '../model/json-record.js';

async function* readLines(text: AsyncIterable<string>): AsyncGenerator<RecordText> {
  let line = '';
  let isTooLong = false;
  for await (const piece of text) {
    let start = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', start)) {
      isTooLong ||= line.length + end - start > fileLimits.recordLength;
      yield isTooLong ? null : line + piece.slice(start, end);
      line = '';
      isTooLong = false;
      start = end + 1;
    }
    isTooLong ||= line.length + piece.length - start > fileLimits.recordLength;
    line = isTooLong ? '' : line + piece.slice(start);
  }
  if (line !== '' || isTooLong) yield isTooLong ? null : line;
}

/** Reads one JSON object from each line. An invalid line is only an error in its own record. */
export async function* readJsonLines(text: AsyncIterable<string>): AsyncGenerator<FileRecord> {
  let number = 0;
  for await (const line of readLines(text)) {
    number += 1;
    assertRowCount(number);
    if (line === null || line.trim() !== '') yield { number, ...parseJsonRecord(line, 'every line') };
  }
}
