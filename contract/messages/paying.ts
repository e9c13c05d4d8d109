export const checkout = {
  name: 'Name is required',
  email: 'Email is required',
  createFailed: 'Error creating order',
  captureFailed: 'Error capturing payment',
  done: 'Payment successful!',
  scriptFailed: 'Payment could not load. Try again',
  cartEmpty: 'Your cart is empty.',
  nothingKept:
    'This browser keeps no data of this shop, so you would be signed out, with an empty cart, at the checkout. To buy here, allow cookies and site data for this address, or use another browser.',
  cartUnanswered: 'Your cart did not arrive',
  cartSafe: 'The shop could not be reached. Nothing in your cart is lost.',
  cartUnread: 'Nothing in your cart is lost.',
  priceChanged: 'The prices or designs in your cart have changed. Please look at the new total.',
  termsChanged: 'The terms have changed. Please read and accept them again.',
  beingMade: 'These files are still being made. Please try again in a little while:',
  notForFabricShops: 'These designs are not sold to fabric shops:',
  replaced: 'A newer order has taken the place of this one. Please pay for that one.',
  notApproved: 'This payment was not approved yet. Please choose how to pay.',
  declined: 'Your payment was declined. Please choose another way to pay.',
  pending:
    'Your payment is still being processed. Your order is completed as soon as it is through.',
  paymentUnderWay: 'A payment for these designs is still being processed:',
  inReview: 'We are looking at your payment and will write to you.',
  captureUnknown:
    'Error capturing payment. We are asking the provider and complete your order ourselves; you will not be charged twice.',
  creating: 'Creating Order...',
  capturing: 'Processing Payment...',
} as const;

/** Texts for buyers who aren't approved to pay yet. The specification has none. */
export const approval = {
  waiting:
    "You can fill your cart now. Paying opens once the studio has approved your account; we'll e-mail you.",
  visitor: 'Paying needs an account that the studio has approved.',
} as const;

export const coupon = {
  empty: 'Please enter a coupon code',
  applied: 'Coupon code applied successfully',
  applyFailed: 'Failed to apply coupon code',
  removed: 'Coupon code removed successfully',
  removeFailed: 'Failed to remove coupon code',
  unknown: 'This coupon code is not valid.',
  notYet: 'This coupon code cannot be used yet.',
  ended: 'This coupon code has ended.',
  usedUp: 'This coupon code has been used up.',
  usedByYou: 'You have used this coupon code already.',
  minimum: 'This coupon code needs a subtotal of at least',
  nothingOff: 'This coupon code takes nothing off the designs in your cart.',
} as const;

export const orders = {
  empty: "You haven't placed any orders yet",
  failed: 'Error:',
  downloadFailed: 'Failed to download the image',
} as const;

/** Why a bought file isn't available and what the buyer can do. The specification only has the alert above. */
export const downloads = {
  damaged: 'arrived damaged and was not saved. Try again, if possible on another network.',
  unreached: 'The shop could not be reached. Check your connection, then try again.',
  foreign:
    'Your network answered in place of the shop, as Wi-Fi sign-in pages do. Open any other website to sign in to the network, then try again.',
  broken: 'Something went wrong at the shop. Try again in a few minutes.',
  signedOut: 'Please sign in again to download your files.',
  tooLarge:
    'This file is too large for this browser’s memory. Free up space on this device or use another browser, then try again.',
} as const;
