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

/** A page of A4 in points. */
export const pageSize = { width: 595.28, height: 841.89 } as const;

const firstTop = 120;
/** Five signers fit on a page; the contract accepts no more. */
const blockHeight = 130;

/** Where the name of a signer begins, by the signer's place from 0. */
export function getNameTop(place: number): number {
  return firstTop + place * blockHeight;
}

/** Where a signer signs on the last page. The vendor puts its fields there. */
export function getSignatureBox(place: number): Box {
  return { x: 48, y: getNameTop(place) + 34, width: 230, height: 44 };
}

/** Where the day of the signature goes. */
export function getDateBox(place: number): Box {
  return { x: 330, y: getNameTop(place) + 50, width: 140, height: 28 };
}
