import { conflict, invalid, type Problem, type ProblemDetail } from '@plotline/kit/core/errors';

/** Kind of record that files belong to. */
export type FiledResource = 'property' | 'unit' | 'lead';

/** Purpose of a file. Photos and floor plans are public. Documents are for the people in the workspace. */
export type FileKind = 'photo' | 'floor_plan' | 'document';

/** Variant of a file by its size. Only images have variants smaller than the original. */
export const fileSizes = ['original', 'large', 'small'] as const;
export type FileSize = (typeof fileSizes)[number];

export interface StoredVariant {
  readonly size: number;
  /** Hash of the content, in hexadecimal. */
  readonly sha256: string;
  /** Media type. */
  readonly type: string;
  /** Extension of the name in the address. */
  readonly extension: string;
}

/** Uploaded file of a property, a unit or a lead. It never changes. */
export interface RecordFile {
  readonly id: string;
  readonly version: number;
  readonly resource: FiledResource;
  readonly record_id: string;
  readonly kind: FileKind;
  readonly name: string;
  /** In pixels. Null unless the file is an image. */
  readonly width: number | null;
  readonly height: number | null;
  readonly variants: { readonly original: StoredVariant } & { readonly [Size in FileSize]?: StoredVariant };
  /** Bytes of all variants. */
  readonly stored_bytes: number;
  /** Token that identifies a photo or a floor plan in its address. */
  readonly token: string;
  /** Agent id of the person who uploaded the file; null for API keys. */
  readonly uploaded_by: string | null;
  readonly created_at: Date;
}

/** Record that a file belongs to. */
export interface FileOwner {
  readonly resource: FiledResource;
  readonly id: string;
}

/** Parameters with the id of a file's record. */
export interface OwnerQuery {
  readonly property_id?: string;
  readonly unit_id?: string;
  readonly lead_id?: string;
}

const parameters = { property_id: 'property', unit_id: 'unit', lead_id: 'lead' } as const;

/**
 * Reads the record from the parameters. Returns null if none is given. Throws VALIDATION_ERROR if there are several.
 */
export function findOwner(query: OwnerQuery): FileOwner | null {
  const given = (['property_id', 'unit_id', 'lead_id'] as const).flatMap((name) => {
    const id = query[name];
    return id === undefined ? [] : [{ name, owner: { resource: parameters[name], id } }];
  });
  const [first, ...others] = given;
  if (!first) return null;
  const message = `must be left out, because ${first.name} already identifies the record`;
  if (others.length > 0) throw invalid(...others.map(({ name }) => ({ field: name, message })));
  return first.owner;
}

/** Reads the record from the parameters. Throws VALIDATION_ERROR unless there is exactly one. */
export function readOwner(query: OwnerQuery): FileOwner {
  const owner = findOwner(query);
  if (owner) return owner;
  throw invalid({ field: 'property_id', message: 'is required, or unit_id or lead_id instead' });
}

/** Returns whether anyone with the address of a file may read the file. */
export function isPublic({ kind }: Pick<RecordFile, 'kind'>): boolean {
  return kind !== 'document';
}

/** Returns the id of a variant in the file store. */
export function toStoredId(fileId: string, size: FileSize): string {
  return size === 'original' ? fileId : `${fileId}.${size}`;
}

/** Largest number of parts in which another service stores a file. */
export const maxParts = 8;

const partLetters = 'abcdefgh';

/** Returns the id of a part in the file store. Parts are counted from 0, and removed when the file is complete. */
export function toPartId(fileId: string, part: number): string {
  return `${fileId}.part${partLetters.charAt(part)}`;
}

/** Returns whether content in the file store is only needed until its file is complete. */
export function isUnfinished(storedId: string): boolean {
  return storedId.endsWith('.raw') || storedId.includes('.part');
}

/** Returns the ids of all variants that a file may have in the file store. */
export function listStoredIds(fileId: string): readonly string[] {
  return fileSizes.map((size) => toStoredId(fileId, size));
}

const image = /^image\//;

/** Returns the error for a kind of file that doesn't fit the record or the content. */
export function findKindFault({ resource }: FileOwner, kind: FileKind, type: string): ProblemDetail | null {
  if (resource === 'lead' && kind !== 'document') return { field: 'kind', message: 'must be document for a lead' };
  if (kind === 'photo' && !image.test(type)) return { field: 'kind', message: 'can be photo only for an image' };
  if (kind === 'floor_plan' && !image.test(type) && type !== 'application/pdf') {
    return { field: 'kind', message: 'can be floor_plan only for an image or a PDF' };
  }
  return null;
}

/** Maximum number of files of one record. */
export const maxFilesPerRecord = 200;

const gibibyte = 1_073_741_824;

/** Number and total size of the files of a record, and of the workspace. */
export interface FileUsage {
  readonly filesOfRecord: number;
  readonly bytes: number;
}

/**
 * Returns the reason why a file of that size can't be added. Returns null if it can. `limit` is the maximum for all
 * files of the workspace, separately in live and sandbox. Null means unlimited.
 */
export function findLimitProblem(
  { filesOfRecord, bytes }: FileUsage,
  limit: number | null,
  added: number,
): Problem | null {
  if (filesOfRecord >= maxFilesPerRecord) {
    const message = `A record can have at most ${maxFilesPerRecord} files. Delete one first.`;
    return conflict(message, 'record_file_limit_reached', { limit: maxFilesPerRecord });
  }
  if (limit === null || bytes + added <= limit) return null;
  const message = `Your plan has ${limit / gibibyte} GiB for files, and this file doesn't fit. Delete some files first.`;
  return conflict(message, 'storage_limit_reached', { quota: 'storage_bytes', limit, used: bytes });
}
