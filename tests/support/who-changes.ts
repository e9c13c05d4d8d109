/** What `enqueue` gets with a visitor's change on a device that can read its rows and reach the shop. */
export const ofVisitor = {
  isOffline: false,
  isVisitors: true,
  isRead: true,
  canCancel: true,
} as const;

/** The same for a change of an account. */
export const ofAccount = { ...ofVisitor, isVisitors: false, canCancel: false } as const;
