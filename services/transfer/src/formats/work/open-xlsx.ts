import { toColumns } from '../model/csv-header.js';
import { type FileRecord, fileFault } from '../model/file-record.js';
import { type Columns, type TableRow, toTableRecord } from '../model/table-row.js';
import { type FileSource, ZipArchive } from './open-zip.js';
import { readSheet } from './read-sheet.js';
import { chooseSheet, readWorkbook } from './read-workbook.js';
import { SharedStrings } from './shared-strings.js';

/** Maximum number of unpacked bytes in a workbook's texts, and in its sheet. */
const maxBytes = { strings: 268_435_456, sheet: 1_073_741_824 } as const;

/** Sheet whose header has been read. */
export interface SheetFile {
  readonly columns: readonly string[];
  readonly records: AsyncGenerator<FileRecord>;
}

async function* readRows(archive: ZipArchive, wanted: string | undefined): AsyncGenerator<TableRow> {
  const workbook = await readWorkbook(archive);
  const { path } = chooseSheet(workbook, wanted);
  const { stringsPath } = workbook;
  const hasStrings = stringsPath !== undefined && archive.has(stringsPath);
  const strings = hasStrings ? new SharedStrings(archive.readXml(stringsPath, maxBytes.strings)) : undefined;
  try {
    yield* readSheet(archive.readXml(path, maxBytes.sheet), workbook, strings);
  } finally {
    await strings?.close();
  }
}

/** Yields an empty record after the header has been read, and then the records. */
async function* readRecords(
  source: FileSource,
  sheet: string | undefined,
  onHeader: (columns: Columns) => void,
): AsyncGenerator<FileRecord> {
  const archive = await ZipArchive.open(source);
  try {
    let columns: Columns | undefined;
    for await (const row of readRows(archive, sheet)) {
      if (columns) yield toTableRecord(columns, row);
      else {
        columns = toColumns(row.cells);
        onHeader(columns);
        yield { number: row.number, values: {} };
      }
    }
  } finally {
    archive.close();
  }
}

/**
 * Opens a sheet of an .xlsx file and reads its header: the sheet with this name or number, or else the first one. Dates
 * become text in ISO 8601, numbers become plain decimals, formulas become their results, and errors become blank. A
 * reader that stops before the end must call `return` on the generator, even before the first record.
 */
export async function openXlsx(source: FileSource, sheet: string | undefined): Promise<SheetFile> {
  let columns: Columns = [];
  const records = readRecords(source, sheet, (found) => {
    columns = found;
  });
  const { done } = await records.next();
  if (done) throw fileFault('has no cells in its sheet');
  return { columns: columns.filter((name) => name !== undefined), records };
}
