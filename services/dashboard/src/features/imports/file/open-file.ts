import type { Tenant } from '../../../api/workspace.js';
import { findInvalidUtf8, findUtf16, takeSample } from './file-charset.js';
import { type FileType, findFileType, type TextFormat } from './file-types.js';
import { readBeginning } from './read-beginning.js';
import { decodeHead } from './text-head.js';

/** The charset of a text file. */
export interface Charset {
  readonly name: string;
  /**
   * Whether a person should confirm the charset, because neither the file's own declaration nor its bytes determine it.
   */
  readonly isGuess: boolean;
}

/** A file chosen for an import. */
export interface ChosenFile {
  /**
   * Distinguishes the file from other files with the same name, and from the same file with a different charset or
   * sheet.
   */
  readonly id: string;
  readonly content: Blob;
  readonly name: string;
  readonly type: FileType;
  /** Undefined for a workbook. */
  readonly charset?: Charset;
  /** Names of a workbook's sheets. Empty for other files. */
  readonly sheets: readonly string[];
  readonly sheet?: string;
  /** Start of the file or sheet as text, and the format of this text. */
  readonly head: string;
  readonly headFormat: TextFormat;
}

type FileBasis = Pick<ChosenFile, 'content' | 'name' | 'type'>;

/** Opens a sheet of a workbook, by default the first sheet. */
export async function openSheet(tenant: Tenant, basis: FileBasis, wanted?: string): Promise<ChosenFile> {
  const { content, name, type } = basis;
  const { sheets, sheet, text } = await readBeginning(tenant, content, type.mediaType, wanted);
  const chosen = sheet === null ? {} : { sheet };
  return { id: crypto.randomUUID(), content, name, type, sheets, ...chosen, head: text, headFormat: 'csv' };
}

/** Reads a text file with a charset. */
export async function openText(basis: FileBasis, format: TextFormat, charset: Charset): Promise<ChosenFile> {
  const { content, name, type } = basis;
  const head = await decodeHead(content, charset.name);
  return { id: crypto.randomUUID(), content, name, type, charset, sheets: [], head, headFormat: format };
}

/** Default charset of Windows spreadsheets in most countries. */
const usualCharset = 'windows-1252';

async function findCharset(tenant: Tenant, { content, type }: FileBasis): Promise<Charset> {
  const utf16 = await findUtf16(content);
  if (utf16) return { name: utf16, isGuess: false };
  const invalid = await findInvalidUtf8(content);
  if (invalid === undefined) return { name: 'utf-8', isGuess: false };
  const sample = takeSample(content, invalid);
  const { charset, charset_guesses: guesses } = await readBeginning(tenant, sample, type.mediaType);
  return { name: charset ?? usualCharset, isGuess: charset === null || guesses.length > 0 };
}

/** Inspects a file for an import. Resolves to undefined for an unsupported format. */
export async function openChosenFile(tenant: Tenant, content: Blob, name: string): Promise<ChosenFile | undefined> {
  const type = findFileType(name);
  if (type === undefined) return undefined;
  const basis = { content, name, type };
  if (type.format === 'xlsx') return openSheet(tenant, basis);
  return openText(basis, type.format, await findCharset(tenant, basis));
}

/** Returns the Content-Type of an upload. */
export function getContentType({ type, charset }: Pick<ChosenFile, 'type' | 'charset'>): string {
  return charset === undefined ? type.mediaType : `${type.mediaType}; charset=${charset.name}`;
}
