export const cart = {
  added: 'Item added to cart',
  addFailedOnCard: 'Something went wrong',
  addFailed: 'Failed to add to cart',
  removed: 'Item removed successfully',
  removeFailed: 'Failed to remove from cart',
  notForFabricShops: 'This design isn’t sold to fabric shops.',
} as const;

export const wishlist = {
  added: 'Item added to wishlist',
  addFailedOnCard: 'Failed to update wishlist',
  addFailed: 'Failed to add to wishlist',
  removed: 'Removed From Wishlist',
  removeFailed: 'Failed to remove from wishlist',
  empty: 'Your wishlist is empty.',
} as const;

export const listing = { empty: 'No products found.' } as const;

export const savedSearch = {
  empty: 'Search for something or set a filter first.',
  full: 'You can save up to 20 searches. Delete one in My account first.',
  saved: 'We’ll tell you about new designs',
  deleted: 'Search deleted',
  failed: 'Your searches couldn’t be changed. Try again when you are online.',
  badLink: 'This link doesn’t work. Please sign in and turn off the e-mails in My account.',
  unsubscribed: 'You won’t get any more e-mails about new designs.',
} as const;

export const featured = { failed: 'Error loading images.', alt: 'Featured Image' } as const;

export const access = { notApproved: 'You are not an approved user.' } as const;

export const errorScreen = { title: 'Unexpected Application Error!' } as const;
