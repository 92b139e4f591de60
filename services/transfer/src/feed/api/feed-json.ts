interface StoredFeed {
  readonly id: string;
  readonly token_last4: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Renders a feed for the public API. Its address, without the extension, is known only when it is new. */
export function toFeedJson({ id, token_last4, created_at, updated_at }: StoredFeed, address: string | null) {
  return {
    id,
    token_last4,
    xml_url: address && `${address}.xml`,
    json_url: address && `${address}.json`,
    created_at,
    updated_at,
  };
}
