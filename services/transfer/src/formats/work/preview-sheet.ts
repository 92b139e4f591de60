import type { FileRecord } from '../model/file-record.js';
import { openXlsx } from './open-xlsx.js';
import { type FileSource, ZipArchive } from './open-zip.js';
import { chooseSheet, readWorkbook } from './read-workbook.js';
import { formatCell, formatCsv } from './write-csv.js';

/** Beginning of a sheet of a workbook. */
export interface SheetBeginning {
  /** Name of the sheet. */
  readonly sheet: string;
  /** Names of the sheets that are not hidden. */
  readonly sheets: readonly string[];
  /** The header and the first rows, as comma-separated CSV. */
  readonly text: string;
}

async function listSheets(source: FileSource, wanted: string | undefined): Promise<Omit<SheetBeginning, 'text'>> {
  const archive = await ZipArchive.open(source);
  try {
    const workbook = await readWorkbook(archive);
    const visible = workbook.sheets.filter(({ isHidden }) => !isHidden);
    return { sheet: chooseSheet(workbook, wanted).name, sheets: visible.map(({ name }) => name) };
  } finally {
    archive.close();
  }
}

function formatRecord(columns: readonly string[], { values }: FileRecord): string {
  return formatCsv([columns.map((column) => formatCell(values[column]))]);
}

/**
 * Returns the beginning of a sheet as CSV of at most `maxLength` characters. Cells are read as in an import. Keeps
 * blank lines, so that rows keep their numbers. Throws a Problem for the field `file` or `sheet`.
 */
export async function previewSheet(
  source: FileSource,
  wanted: string | undefined,
  maxLength: number,
): Promise<SheetBeginning> {
  const named = await listSheets(source, wanted);
  const { columns, records } = await openXlsx(source, wanted);
  let text = formatCsv([columns.map(formatCell)]);
  let lines = 1;
  try {
    for await (const record of records) {
      const blank = '\r\n'.repeat(Math.min(Math.max(0, record.number - lines - 1), maxLength));
      const added = blank + formatRecord(columns, record);
      if (text.length + added.length > maxLength) break;
      text += added;
      lines = record.number;
    }
  } finally {
    await records.return(undefined);
  }
  return { ...named, text };
}
