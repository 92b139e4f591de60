interface StoredFeed {
  readonly id: string;
  readonly token_last4: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** A feed as the API shows it; its address, without the ending, is known only when it is new. */
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
