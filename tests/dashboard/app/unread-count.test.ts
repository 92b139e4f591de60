import { describeUnread, shortenCount } from '@plotline/dashboard/app/unread-count';
import { expect } from 'chai';

describe('the count of unread notifications', () => {
  it("shows the number of unread notifications, up to the API's maximum", () => {
    expect([1, 99, 100].map(shortenCount)).to.deep.equal(['1', '99', '99+']);
    expect([0, 3, 100].map(describeUnread)).to.deep.equal([
      'Notifications',
      'Notifications, 3 unread',
      'Notifications, 100 or more unread',
    ]);
  });
});
