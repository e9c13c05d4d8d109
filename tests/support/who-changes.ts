/** What `enqueue` gets with a visitor's change on a device that can read its rows. */
export const ofVisitor = {
  isVisitors: true,
  isRead: true,
  canCancel: true,
} as const;

/** The same for a change of an account. */
export const ofAccount = { ...ofVisitor, isVisitors: false, canCancel: false } as const;
