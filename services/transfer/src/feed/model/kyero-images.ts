import type { ChangeReason } from './feed-finding.js';
import type { FeedUnit } from './feed-unit.js';

const maxImages = 50;

/** Matches files that are certainly not images. An address without an extension may still lead to an image. */
const otherFile = /\.(?:pdf|docx?|xlsx?|pptx?|dwg|dxf|zip|mp4|mov|avi|webm)$/i;

export interface KyeroImage {
  readonly url: string;
  readonly isFloorPlan: boolean;
}

function isImage(url: string): boolean {
  return !otherFile.test(url.split(/[?#]/, 1).join());
}

/** Lists the images of a unit, then the images of its property, each once. */
export function listImages(
  { gallery, floor_plan, property }: FeedUnit,
  note: (reason: ChangeReason, value: string) => void,
): readonly KyeroImage[] {
  const { cover, gallery: shared, floor_plans } = property.media;
  const plans = new Set([floor_plan, ...floor_plans]);
  const all = [...new Set([...gallery, floor_plan, cover, ...shared, ...floor_plans])].filter((url) => url !== null);
  for (const url of all) if (!isImage(url)) note('file_left_out', url);
  const images = all.filter(isImage);
  if (images.length > maxImages) note('images_left_out', String(images.length));
  return images.slice(0, maxImages).map((url) => ({ url, isFloorPlan: plans.has(url) }));
}
