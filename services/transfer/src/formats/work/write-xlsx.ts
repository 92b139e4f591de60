import writeExcelFile from 'write-excel-file/node';

/** Extra characters in the width of a column, in addition to its name. */
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
