interface StoredFeed {
  readonly id: string;
  readonly token_last4: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/**
 * Renders a feed for the public API. `address` has no extension. It is known only when the feed has just been created.
 */
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
