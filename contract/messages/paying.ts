export const checkout = {
  name: 'Name is required',
  email: 'Email is required',
  createFailed: 'Error creating order',
  captureFailed: 'Error capturing payment',
  done: 'Payment successful!',
  scriptFailed: 'Payment could not load. Try again',
  cartEmpty: 'Your cart is empty.',
  nothingStored:
    'Your browser blocks storage for this shop, so at checkout you’d be signed out with an empty cart. To buy here, allow cookies and site data for this site, or use another browser.',
  cartUnanswered: 'Couldn’t load your cart',
  cartSafe: 'The shop can’t be reached. Nothing in your cart is lost.',
  cartUnread: 'Nothing in your cart is lost.',
  priceChanged: 'The prices or designs in your cart have changed. Please check the new total.',
  termsChanged: 'The terms have changed. Please read and accept them again.',
  beingMade: 'These files aren’t ready yet. Please try again in a few minutes:',
  notForFabricShops: 'These designs aren’t sold to fabric shops:',
  replaced: 'A newer order replaced this one. Please pay for that one.',
  notApproved: 'This payment hasn’t been approved yet. Please choose how to pay.',
  declined: 'Your payment was declined. Please choose another way to pay.',
  unavailable:
    'The shop can’t take payments right now. Your order is kept, and nothing was charged. Please try again later.',
  otherWay:
    'The shop can’t take payments this way right now. Your order is kept, and nothing was charged. Please choose another way to pay, or try again later.',
  createAgain:
    'This order can’t be paid any more, and nothing was charged. Please create it again.',
  pending: 'Your payment is still being processed. We’ll complete your order once it clears.',
  pendingCheck:
    'You paid by eCheck, which clears in 3–5 days. We’ll complete your order then; you needn’t do anything.',
  pendingFunding:
    'PayPal doesn’t have your money yet. Please send it as PayPal’s e-mail says; we’ll complete your order once it arrives.',
  pendingReview:
    'PayPal is checking your payment. We’ll complete your order once it’s done; you needn’t do anything.',
  paymentUnderWay: 'A payment for these designs is still being processed:',
  inReview: 'We’re reviewing your payment and will e-mail you.',
  captureUnknown:
    'Error capturing payment. We’re checking with the payment provider and will complete your order; you won’t be charged twice.',
  creating: 'Creating Order...',
  capturing: 'Processing Payment...',
} as const;

/** Texts for buyers who aren't approved to pay yet. The specification has none. */
export const approval = {
  waiting:
    'You can fill your cart now and pay once the studio has approved your account, usually within a day; we’ll e-mail you.',
  visitor: 'To pay, you need an account approved by the studio.',
} as const;

export const coupon = {
  empty: 'Please enter a coupon code',
  applied: 'Coupon code applied successfully',
  applyFailed: 'Failed to apply coupon code',
  removed: 'Coupon code removed successfully',
  removeFailed: 'Failed to remove coupon code',
  unknown: 'This coupon code isn’t valid.',
  notYet: 'This coupon code isn’t active yet.',
  ended: 'This coupon code has expired.',
  usedUp: 'This coupon code has been used up.',
  usedByYou: 'You’ve already used this coupon code.',
  minimum: 'This coupon code requires a subtotal of at least',
  nothingOff: 'This coupon code doesn’t apply to the designs in your cart.',
  forLater: 'Applied when your cart has what it needs',
} as const;

export const orders = {
  empty: "You haven't placed any orders yet",
  failed: 'Error:',
  downloadFailed: 'Failed to download the image',
} as const;

/** Why a bought file isn't available and what the buyer can do. The specification only has the alert above. */
export const downloads = {
  damaged:
    'was damaged during download and wasn’t saved. Try again, if possible on another network.',
  unreached: 'The shop can’t be reached. Check your connection, then try again.',
  foreign:
    'Your network answered in place of the shop, as Wi-Fi sign-in pages do. Open any other website to sign in to the network, then try again.',
  broken: 'Something went wrong at the shop. Try again in a few minutes.',
  signedOut: 'Please sign in again to download your files.',
  tooLarge:
    'This file is too large for this browser’s memory. Free up space on this device or use another browser, then try again.',
  tooLargeHere:
    'This browser can’t hold files of more than 400 MB. Use a newer version of it or another browser, then try again.',
} as const;
