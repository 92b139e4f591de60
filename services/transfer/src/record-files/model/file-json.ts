import type { Tenant } from '@plotline/kit/core/caller';
import type { Keyring } from '@plotline/kit/core/secrets';
import { createLinkToken } from '../../files/model/signed-link.js';
import { type FileSize, isPublic, type RecordFile, toStoredId } from './record-file.js';

/** Data from which the addresses of files are built. */
export interface AddressOptions {
  readonly tenant: Tenant;
  readonly mediaUrl: string;
  readonly linkKeys: Keyring;
  readonly now: Date;
}

const hourMs = 3_600_000;

/**
 * Returns the expiry of a document's links. It is the full hour after the next one, so that clients can cache the links
 * for an hour.
 */
function getLinkEnd(now: Date): Date {
  return new Date(Math.ceil(now.getTime() / hourMs) * hourMs + hourMs);
}

/** Returns the name of a public file that its address contains. */
export function toPublicName(file: Pick<RecordFile, 'token' | 'variants'>, size: FileSize): string | null {
  const variant = file.variants[size];
  if (!variant) return null;
  return size === 'original' ? `${file.token}.${variant.extension}` : `${file.token}.${size}.${variant.extension}`;
}

/** Renders a file for the public API. */
export function toFileJson(file: RecordFile, { tenant, mediaUrl, linkKeys, now }: AddressOptions) {
  const expiresAt = isPublic(file) ? null : getLinkEnd(now);
  const toUrl = (size: FileSize) => {
    const name = toPublicName(file, size);
    if (name === null || expiresAt === null) return name && `${mediaUrl}/media/${name}`;
    const target = { tenant, id: toStoredId(file.id, size) };
    return `${mediaUrl}/media/${createLinkToken('document', target, expiresAt, linkKeys)}`;
  };
  const { original, small } = file.variants;
  return {
    id: file.id,
    property_id: file.resource === 'property' ? file.record_id : null,
    unit_id: file.resource === 'unit' ? file.record_id : null,
    lead_id: file.resource === 'lead' ? file.record_id : null,
    kind: file.kind,
    name: file.name,
    type: original.type,
    size: original.size,
    width: file.width,
    height: file.height,
    url: toUrl('original'),
    thumbnails: small ? { small: toUrl('small'), large: toUrl('large') } : null,
    url_expires_at: expiresAt,
    uploaded_by: file.uploaded_by,
    created_at: file.created_at,
  };
}
