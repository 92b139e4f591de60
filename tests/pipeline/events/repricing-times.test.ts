import { afterChange, afterFailure, afterPart, afterQuietLook } from '@plotline/pipeline/workers/price-refresh';
import { expect } from 'chai';

const since = new Date('2026-03-01T09:30:00.000Z');
const at = (seconds: number) => new Date(since.getTime() + seconds * 1_000);

describe('how leads are looked at after a listing changed', () => {
  it('is soon, then ever more seldom, until no request from before can be alive', () => {
    const looks: number[] = [];
    for (let began: Date | undefined = since; began; began = afterQuietLook({ since }, began)?.due_at) {
      looks.push((began.getTime() - since.getTime()) / 1_000);
    }
    expect(looks).to.deep.equal([0, 1, 4, 15, 62]);
  });

  it('is over after a late look that found nothing, and not before', () => {
    expect(afterQuietLook({ since }, at(61.9))).to.deep.equal({ due_at: at(62) });
    expect(afterQuietLook({ since }, at(62))).to.equal(null);
  });

  it('is to the second, so that what changed at about the same time is looked at together', () => {
    expect(afterQuietLook({ since: at(0.3) }, at(0.4))).to.deep.equal({ due_at: at(2) });
  });

  it('begins anew when leads were changed', () => {
    expect(afterChange(at(71))).to.deep.equal({ since: at(71), due_at: at(72) });
  });

  it('goes on, after those that wait, when there was more to change than a turn may', () => {
    expect(afterPart(at(2))).to.deep.equal({ since: at(2), due_at: at(2) });
  });

  it('is tried again some seconds later where it failed', () => {
    expect(afterFailure(at(10))).to.deep.equal({ due_at: at(15) });
  });
});
