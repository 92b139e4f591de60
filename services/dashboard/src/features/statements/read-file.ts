import { maxCharacters } from './statement-columns.js';

/** Statement file that a person has chosen. */
export interface StatementFile {
  readonly name: string;
  readonly csv: string;
}

/**
 * Reads a file as UTF-8. If that fails, reads it as Windows-1252, which older banks use. Rejects a file that is too
 * large.
 */
export async function readStatementFile(file: File): Promise<StatementFile> {
  const bytes = await file.arrayBuffer();
  const csv = decode(bytes);
  if (csv.length > maxCharacters) throw new Error('The file is too large. Export a shorter period from your bank.');
  return { name: file.name, csv };
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
