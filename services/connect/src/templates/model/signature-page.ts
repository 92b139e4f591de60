/** Person who signs a document. */
export interface Signer {
  readonly name: string;
  readonly email: string;
}

/** Rectangle on a page in points from its upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Size of an A4 page in points. */
export const pageSize = { width: 595.28, height: 841.89 } as const;

const firstTop = 120;
/** Five signers fit on a page; the contract accepts no more. */
const blockHeight = 130;

/** Returns the top of a signer's name, in points. Places start at 0. */
export function getNameTop(place: number): number {
  return firstTop + place * blockHeight;
}

/** Returns the rectangle for a signature on the last page. The vendor puts its fields there. */
export function getSignatureBox(place: number): Box {
  return { x: 48, y: getNameTop(place) + 34, width: 230, height: 44 };
}

/** Returns the rectangle for the date of the signature. */
export function getDateBox(place: number): Box {
  return { x: 330, y: getNameTop(place) + 50, width: 140, height: 28 };
}
