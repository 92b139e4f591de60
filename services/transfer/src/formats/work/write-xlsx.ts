import writeExcelFile from 'write-excel-file/node';

/** Number of characters by which a column is wider than its name. */
const margin = 4;

/** Writes an Excel workbook of one small sheet, whose first row contains the column names. */
export async function writeXlsx(
  sheet: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): Promise<Buffer> {
  const header = columns.map((value) => ({ value, fontWeight: 'bold' as const }));
  const cells = rows.map((values) => [...values]);
  const widths = columns.map((column) => ({ width: column.length + margin }));
  return writeExcelFile([header, ...cells], { sheet, columns: widths }).toBuffer();
}
