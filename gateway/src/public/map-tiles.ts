/** Server of map tiles that the operator has chosen. */
export interface MapTiles {
  /** URL template with `{z}`, `{x}` and `{y}`. */
  readonly url: string;
  readonly origin: string;
  /** Attribution text that the map must show. */
  readonly attribution: string;
}

interface TilesConfig {
  readonly MAP_TILES_URL: string;
  readonly MAP_TILES_ATTRIBUTION: string;
}

/** Reads the configured tile server; null if there is none. Throws if the URL isn't a tile URL template. */
export function readTiles({ MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: attribution }: TilesConfig): MapTiles | null {
  if (url === '') return null;
  const isComplete = ['{z}', '{x}', '{y}'].every((part) => url.includes(part));
  if (!isComplete || !/^https?:\/\/[^/{}]+\//.test(url) || !URL.canParse(url)) {
    throw new Error(
      'MAP_TILES_URL must be an http(s) address with {z}, {x} and {y}, such as https://tiles.example.com/{z}/{x}/{y}.png.',
    );
  }
  return { url, origin: new URL(url).origin, attribution };
}
