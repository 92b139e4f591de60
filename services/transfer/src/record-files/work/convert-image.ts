import { invalid, Problem } from '@plotline/kit/core/errors';
import type { Sharp } from 'sharp';

/** Maximum number of pixels in an image. Phones take photos of 50 million pixels. */
const maxPixels = 60_000_000;
/** Time limit of one step in seconds. The response to an upload must come within ten seconds. */
const maxSeconds = 5;

/** Longest side of each size in pixels. */
const sides = { original: 4_096, large: 1_600, small: 480 } as const;

/** Converted image, in one size. */
export interface ConvertedImage {
  readonly bytes: Buffer;
  readonly type: string;
  readonly extension: string;
  readonly width: number;
  readonly height: number;
}

export type ConvertedSizes = Readonly<Record<keyof typeof sides, ConvertedImage>>;

function unreadable(): Problem {
  return invalid({ field: 'file', message: 'must be an image that can be opened' });
}

/** Loads the library on demand, because most processes never convert an image. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Only one thread is used, because a process has few cores and other requests need them too.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

async function write(image: Sharp, type: string, extension: string): Promise<ConvertedImage> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { bytes: data, type, extension, width: info.width, height: info.height };
}

/** Keeps the format, except AVIF. Few portals read AVIF, and it takes long to write. */
function writeOriginal(image: Sharp, type: string): Promise<ConvertedImage> {
  if (type === 'image/jpeg') return write(image.jpeg({ quality: 88 }), type, 'jpg');
  if (type === 'image/png') return write(image.png(), type, 'png');
  return write(image.webp({ quality: 88 }), 'image/webp', 'webp');
}

/**
 * Converts an image to its three sizes. Turns it upright. Removes the metadata, which may reveal where and by whom the
 * photo was taken. Throws VALIDATION_ERROR when the image can't be opened or is too large.
 */
export async function convertImage(content: Buffer, type: string): Promise<ConvertedSizes> {
  const sharp = await loadSharp();
  const open = (bytes: Buffer) => sharp(bytes, { limitInputPixels: maxPixels, sequentialRead: true });
  const resize = (image: Sharp, side: number) =>
    image
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: maxSeconds });
  try {
    const { width = 0, height = 0 } = await open(content).metadata();
    if (width * height > maxPixels) {
      throw invalid({ field: 'file', message: `must have at most ${maxPixels / 1_000_000} million pixels` });
    }
    const original = await writeOriginal(resize(open(content).autoOrient(), sides.original), type);
    const thumbnail = (side: number) =>
      write(resize(open(original.bytes), side).webp({ quality: 78 }), 'image/webp', 'webp');
    return { original, large: await thumbnail(sides.large), small: await thumbnail(sides.small) };
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw unreadable();
  }
}
