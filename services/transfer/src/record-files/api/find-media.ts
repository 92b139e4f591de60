import { notFound } from '@plotline/kit/core/errors';
import type { Context } from '../../context.js';
import { verifyLinkToken } from '../../files/model/signed-link.js';
import type { SentFile } from '../../files/store/file-store.js';
import { toPublicName } from '../model/file-json.js';
import { type FileSize, fileSizes, isPublic, type RecordFile, toStoredId } from '../model/record-file.js';

interface FoundMedia {
  readonly file: RecordFile;
  readonly size: FileSize;
}

/**
 * A photo or floor plan never changes, so its address can be cached. Documents are for one person, and their links
 * expire.
 */
const publicCaching = 'public, max-age=31536000, immutable';
const privateCaching = 'private, max-age=300';

/** Returns the header that sets the file name for browsers (RFC 6266). */
function toDisposition(type: 'inline' | 'attachment', name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed());
  const escaped = encoded.replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${type}; filename*=UTF-8''${escaped}`;
}

async function findPublic({ recordFiles }: Context, name: string): Promise<FoundMedia | null> {
  const [token = ''] = name.split('.', 1);
  const found = await recordFiles.find(token);
  const size = found && fileSizes.find((one) => toPublicName(found.file, one) === name);
  return found && size && isPublic(found.file) ? { file: found.file, size } : null;
}

async function findDocument({ recordFiles, linkKeys, runtime }: Context, token: string): Promise<FoundMedia | null> {
  const target = verifyLinkToken('document', token, runtime.clock(), linkKeys);
  if (!target) return null;
  const [id = ''] = target.id.split('.', 1);
  const size = fileSizes.find((one) => toStoredId(id, one) === target.id);
  const file = await recordFiles.get(target.tenant, id);
  return file && size ? { file, size } : null;
}

/**
 * GET {base_url}/media/:name, for anyone with the address. Finds a photo or floor plan by its token, or a document by
 * its signed link. Rejects with the same NOT_FOUND if there is none and if the link has expired.
 */
export function findMedia(context: Context): (name: string) => Promise<SentFile> {
  return async (name) => {
    const found = name.startsWith('file_') ? await findPublic(context, name) : await findDocument(context, name);
    const variant = found?.file.variants[found.size];
    if (!found || !variant) throw notFound();
    const { file, size } = found;
    const isImage = variant.type.startsWith('image/');
    return {
      id: toStoredId(file.id, size),
      size: variant.size,
      sha256: variant.sha256,
      headers: {
        'content-type': variant.type,
        'content-disposition': toDisposition(isImage ? 'inline' : 'attachment', file.name),
        'cache-control': isPublic(file) ? publicCaching : privateCaching,
      },
    };
  };
}
