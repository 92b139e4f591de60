/** Server of map tiles that the operator has chosen. */
export interface MapTiles {
  /** Address with `{z}`, `{x}` and `{y}`. */
  readonly url: string;
  readonly origin: string;
  /** Text that the map must show. */
  readonly attribution: string;
}

interface TilesConfig {
  readonly MAP_TILES_URL: string;
  readonly MAP_TILES_ATTRIBUTION: string;
}

/** Reads the configured tiles; null without any. Throws if the address isn't a tile address. */
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
