/** Pictures of a record, in order. */
export interface Photos {
  readonly urls: readonly string[];
  /** The picture that represents the record. Null if there is none. */
  readonly cover: string | null;
}

/**
 * Change of a record's pictures. It can be applied to any version, so that it can be repeated after someone else's
 * change.
 */
export type PhotoChange = (photos: Photos) => Photos;

/** Returns all pictures to show. A cover that isn't in the list comes first. */
export function listPhotos({ urls, cover }: Photos): readonly string[] {
  return cover === null || urls.includes(cover) ? urls : [cover, ...urls];
}

/** Adds a picture at a position, by default the end. The first picture of a record becomes the cover. */
export function addPhoto(url: string, place?: number): PhotoChange {
  return (photos) => {
    const urls = listPhotos(photos);
    if (urls.includes(url)) return photos;
    return { urls: urls.toSpliced(place ?? urls.length, 0, url), cover: photos.cover ?? url };
  };
}

/** Removes a picture. If it was the cover, the first remaining picture becomes the cover. */
export function removePhoto(url: string): PhotoChange {
  return (photos) => {
    const urls = listPhotos(photos).filter((one) => one !== url);
    return { urls, cover: photos.cover === url ? (urls[0] ?? null) : photos.cover };
  };
}

/** Moves a picture to a position. */
export function movePhoto(url: string, place: number): PhotoChange {
  return (photos) => {
    const urls = listPhotos(photos);
    if (!urls.includes(url)) return photos;
    return { ...photos, urls: urls.filter((one) => one !== url).toSpliced(place, 0, url) };
  };
}

export function makeCover(url: string): PhotoChange {
  return (photos) => ({ urls: listPhotos(photos), cover: url });
}

/** Restores a removed picture to its position. If it was the cover, it becomes the cover again. */
export function restorePhoto(url: string, { place, isCover }: { place: number; isCover: boolean }): PhotoChange {
  return (photos) => {
    const restored = addPhoto(url, place)(photos);
    return isCover ? makeCover(url)(restored) : restored;
  };
}
