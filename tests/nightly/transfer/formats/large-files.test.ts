import { Problem } from '@plotline/kit/core/errors';
import { openFile } from '@plotline/transfer/formats/work/open-file';
import { createBufferSource } from '@plotline/transfer/formats/work/open-zip';
import { expect } from 'chai';
import { inPieces, repeated } from '../../../transfer/support/file-content.js';
import { makeWorkbook } from '../../../transfer/support/make-workbook.js';
import { measureHeap } from '../../../transfer/support/measure-heap.js';

/** Size of each file in MiB. Time and memory are checked per MiB, so a larger file only takes longer. */
const size = Number(process.env['LARGE_FILE_MIB'] ?? 8);
/** Bytes that reading a file of any size may keep in memory: one record, and the shared texts of a workbook. */
const maxKept = 48 * 1_048_576;

interface Outcome {
  readonly records: number;
  readonly fault: string | undefined;
}

async function readAll(open: () => ReturnType<typeof openFile>, onRecord: (count: number) => void): Promise<Outcome> {
  let records = 0;
  try {
    for await (const _record of (await open()).records) {
      records += 1;
      onRecord(records);
    }
    return { records, fault: undefined };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { records, fault: error.details[0]?.message };
  }
}

/** Reads a file. Fails if reading keeps more in memory than allowed. */
async function readBounded(title: string, open: () => ReturnType<typeof openFile>): Promise<Outcome> {
  const before = measureHeap();
  let kept = 0;
  const started = performance.now();
  const outcome = await readAll(open, (count) => {
    if (count % 50_000 === 0) kept = Math.max(kept, measureHeap() - before);
  });
  const seconds = (performance.now() - started) / 1000;
  const rate = (size / seconds).toFixed(1);
  const megabytes = Math.round(kept / 1e6);
  process.stdout.write(
    `    ${title}: ${outcome.records} records, ${rate} MiB/s, ${megabytes} MB kept ${outcome.fault ?? ''}\n`,
  );
  expect(kept).to.be.below(maxKept);
  return outcome;
}

describe('a large file with hostile content', () => {
  const texts: readonly (readonly [string, 'csv' | 'json' | 'jsonl' | 'xml', string, string, string])[] = [
    ['blank lines', 'csv', 'a\n1\n', '\n', ''],
    ['rows of one character', 'csv', 'a,b\n', '1\n', ''],
    ['rows of separators', 'csv', 'a,b\n', ',,,,,,,,\n', ''],
    ['rows of quotes', 'csv', 'a,b\n', '"a""b","c\nd"\n', ''],
    ['rows below a header of blank columns', 'csv', `a${','.repeat(999)}\n`, '1,2\n', ''],
    ['an array of empty objects', 'json', '[{}', '\n,{}', ']'],
    ['an array of one text', 'json', '[{"a":"', '\\"[{', '"}]'],
    ['lines of one digit', 'jsonl', '', '1\n', ''],
    ['empty elements', 'xml', '<leads>', '<lead/>', '</leads>'],
  ];
  for (const [title, format, begin, unit, end] of texts) {
    it(`is read in bounded memory: ${title}`, async () => {
      const open = () => openFile(repeated(begin, unit, size, end), { format, resource: 'leads' });
      await readBounded(title, open);
    });
  }

  const header = '<row><c t="inlineStr"><is><t>a</t></is></c></row>';
  const fill = (unit: string) => unit.repeat(Math.ceil((size * 1_048_576) / unit.length));
  const cell = '<c t="s"><v>0</v></c>';
  const workbooks: readonly (readonly [string, string, readonly string[]])[] = [
    ['empty rows', '<row/>', []],
    ['short rows', `<row>${cell}</row>`, ['<t>x</t>']],
    ['rows that refer to a long text', `<row>${cell.repeat(40)}</row>`, [`<t>${'x'.repeat(20_000)}</t>`]],
    [
      'rows that refer to the last of many texts',
      '<row><c t="s"><v>299999</v></c></row>',
      Array.from({ length: 300_000 }, () => '<t>abcdefgh</t>'),
    ],
  ];
  for (const [title, unit, strings] of workbooks) {
    it(`is read in bounded memory, or refused: a workbook with ${title}`, async () => {
      const bytes = makeWorkbook({ sheets: { S: header + fill(unit) }, strings });
      const description = { format: 'xlsx', resource: 'leads' } as const;
      await readBounded(title, () => openFile(inPieces(bytes), description, createBufferSource(bytes)));
    });
  }
});
