import * as v from 'valibot';
import { type AnswerOf, type Call, type InputOf, pathOf, type RequestOf } from '../wire/call.ts';
import { idSchema, messageSchema } from '../wire/fields.ts';
import {
  deleteAccountSchema,
  filesNewsSchema,
  loginAnswerSchema,
  loginSchema,
  meAnswerSchema,
  registerSchema,
  resetPasswordSchema,
  sendOtpSchema,
  stepTokenSchema,
  undoEmailChangeAnswerSchema,
  undoEmailChangeSchema,
  updateLicenceSchema,
  updateUserSchema,
  verifyOtpSchema,
} from './account.ts';
import { accountDataSchema } from './account-data.ts';
import { billingSchema } from './billing.ts';
import { cartAddBodySchema, cartSchema, productIdBodySchema, setChangedSchema } from './cart.ts';
import { collectionsSchema } from './collection.ts';
import { homeTextsSchema, termsAnswerSchema, termsQuerySchema } from './content.ts';
import {
  applyCouponSchema,
  couponOfferParams,
  couponOfferSchema,
  removeCouponSchema,
} from './coupon.ts';
import {
  customRequestAnswerSchema,
  customRequestSchema,
  customStatusSchema,
  customsNewsSchema,
  referenceImagesField,
} from './custom-request.ts';
import { acceptanceSchema, wantedChangesSchema } from './delivery.ts';
import { devicesAnswerSchema, renameDeviceSchema } from './device.ts';
import { countSoldAnswerSchema, countSoldBodySchema } from './licence-count.ts';
import { licenceRegisterSchema } from './licence-register.ts';
import { licenceTextsEntries } from './licence-text.ts';
import { chooseNewsSchema, newsAnswerSchema } from './news-consent.ts';
import {
  capturePaymentSchema,
  checkoutAnswerSchema,
  checkoutSchema,
  orderSchema,
  ordersAnswerSchema,
  ordersQuerySchema,
} from './order.ts';
import { ownRequestSchema, ownRequestsSchema, requestTokenSchema } from './own-request.ts';
import {
  bestSellersQuerySchema,
  changesQuerySchema,
  changesSchema,
  chosenQuerySchema,
  facetsQuerySchema,
  facetsSchema,
  featuredImagesSchema,
  filterOptionsSchema,
  filterQuerySchema,
  goesWithQuerySchema,
  olderQuerySchema,
  olderSchema,
  packSizeBodySchema,
  picturesSizeSchema,
  productListSchema,
  productPageSchema,
  productSchema,
  searchPageSchema,
  searchQuerySchema,
  snapshotSchema,
  suggestionsSchema,
  suggestQuerySchema,
} from './product.ts';
import {
  pushNewsAnswerSchema,
  pushNewsSchema,
  renewedPushAnswerSchema,
  renewedPushSchema,
} from './push-news.ts';
import { readyQuerySchema } from './ready.ts';
import {
  changeSearchSchema,
  newSearchSchema,
  savedSearchesSchema,
  unsubscribeSchema,
} from './saved-search.ts';
import { storageHealthSchema } from './storage.ts';
import { shopSettingsSchema } from './studio.ts';
import {
  linkedThreadSchema,
  sentMessageSchema,
  threadParams,
  threadQuerySchema,
  threadSchema,
  threadsSchema,
} from './thread.ts';
import { wishlistAddBodySchema, wishlistSchema } from './wishlist.ts';
import { writtenPagesSchema } from './written-page.ts';
import { yearlyReminderSchema } from './yearly-licence.ts';

/**
 * Who may call. `anyone`; `account`: signed in; `approved`: signed in and approved; `provider`: the payment
 * provider, by its signature.
 */
export type Access = 'anyone' | 'account' | 'approved' | 'provider';

/** One call of the shop. The outbox sends those that are idempotent. */
export interface ShopCall extends Call<Access> {
  /** The answer is the same for everyone and comes from the catalogue replica. Worker and caches may store it. */
  readonly isCatalogue?: true;
}

const idParams = v.object({ id: idSchema });

/** Every call of the shop. Router, validation, client, OpenAPI document and permission tests are all derived from this table. */
export const calls = {
  filterOptions: {
    method: 'GET',
    path: '/api/products/filter-options',
    access: 'anyone',
    isCatalogue: true,
    summary: 'Categories, designers and price range',
    answer: filterOptionsSchema,
  },
  productsFilter: {
    method: 'GET',
    path: '/api/products/filter',
    access: 'anyone',
    isCatalogue: true,
    summary: 'A filtered, sorted page of designs',
    query: filterQuerySchema,
    answer: productPageSchema,
  },
  products: {
    method: 'GET',
    path: '/api/products',
    access: 'anyone',
    isCatalogue: true,
    summary: 'All published designs, newest first: the snapshot',
    answer: snapshotSchema,
  },
  productsOlder: {
    method: 'GET',
    path: '/api/products/older',
    access: 'anyone',
    isCatalogue: true,
    summary: 'The designs older than one, newest first: what follows the snapshot',
    query: olderQuerySchema,
    answer: olderSchema,
  },
  productsSearch: {
    method: 'GET',
    path: '/api/products/search',
    access: 'anyone',
    isCatalogue: true,
    summary: 'Search designs, best match first',
    query: searchQuerySchema,
    answer: searchPageSchema,
  },
  productsFacets: {
    method: 'GET',
    path: '/api/products/search/facets',
    access: 'anyone',
    isCatalogue: true,
    summary: 'What the results of a search can be narrowed to',
    query: facetsQuerySchema,
    answer: facetsSchema,
  },
  productsSuggest: {
    method: 'GET',
    path: '/api/products/suggest',
    access: 'anyone',
    isCatalogue: true,
    summary: 'Suggestions while typing a search',
    query: suggestQuerySchema,
    answer: suggestionsSchema,
  },
  productsBestSelling: {
    method: 'GET',
    path: '/api/products/best-selling',
    access: 'anyone',
    isCatalogue: true,
    summary: 'The most sold designs',
    query: bestSellersQuerySchema,
    answer: productPageSchema,
  },
  productsNewArrivals: {
    method: 'GET',
    path: '/api/products/new-arrivals',
    access: 'anyone',
    isCatalogue: true,
    summary: 'The newest designs',
    answer: productListSchema,
  },
  productsChosen: {
    method: 'GET',
    path: '/api/products/chosen',
    access: 'anyone',
    isCatalogue: true,
    summary: 'Designs by their ids, in that order',
    query: chosenQuerySchema,
    answer: productListSchema,
  },
  productsChanges: {
    method: 'GET',
    path: '/api/products/changes',
    access: 'anyone',
    isCatalogue: true,
    summary: 'Catalogue changes since a cursor',
    query: changesQuerySchema,
    answer: changesSchema,
  },
  product: {
    method: 'GET',
    path: '/api/products/{id}',
    access: 'anyone',
    isCatalogue: true,
    summary: 'One design',
    params: idParams,
    answer: v.object({ product: productSchema }),
  },
  productsGoingWith: {
    method: 'GET',
    path: '/api/products/{id}/goes-with',
    access: 'anyone',
    isCatalogue: true,
    summary:
      'Designs that go well with a design by their colours, best first after those of its collections',
    params: idParams,
    query: goesWithQuerySchema,
    answer: productListSchema,
  },
  collections: {
    method: 'GET',
    path: '/api/collections',
    access: 'anyone',
    isCatalogue: true,
    summary: 'The collections, in the studio’s order',
    answer: collectionsSchema,
  },
  featuredImages: {
    method: 'GET',
    path: '/api/featured-images',
    access: 'anyone',
    isCatalogue: true,
    summary: 'Pictures of the Show Us carousel',
    answer: featuredImagesSchema,
  },
  licenceTexts: {
    method: 'GET',
    path: '/api/licence-texts',
    access: 'anyone',
    isCatalogue: true,
    summary: 'The licence texts in force',
    answer: v.object(licenceTextsEntries),
  },
  licenceRegister: {
    method: 'GET',
    path: '/api/licence-register',
    access: 'anyone',
    isCatalogue: true,
    summary: 'The keys that licence cards are signed with, and the revoked licences',
    answer: licenceRegisterSchema,
  },
  shopSettings: {
    method: 'GET',
    path: '/api/shop-settings',
    access: 'anyone',
    isCatalogue: true,
    summary: 'Brand, designers and payment set-up',
    answer: shopSettingsSchema,
  },
  homeTexts: {
    method: 'GET',
    path: '/api/home-texts',
    access: 'anyone',
    isCatalogue: true,
    summary: 'Services and questions of the home page',
    answer: homeTextsSchema,
  },
  terms: {
    method: 'GET',
    path: '/api/terms',
    access: 'anyone',
    isCatalogue: true,
    summary: 'The terms and conditions, now or as they were in an earlier version',
    query: termsQuerySchema,
    answer: termsAnswerSchema,
  },
  writtenPages: {
    method: 'GET',
    path: '/api/pages',
    access: 'anyone',
    isCatalogue: true,
    summary: 'About, privacy, imprint and accessibility, as they are in force',
    answer: writtenPagesSchema,
  },
  galleryPictures: {
    method: 'GET',
    path: '/api/gallery-pictures',
    access: 'anyone',
    summary: 'How many pictures all galleries have, and their size as stored on a device',
    answer: picturesSizeSchema,
  },
  packSize: {
    method: 'POST',
    path: '/api/pack-size',
    access: 'anyone',
    summary: 'How many pictures some designs have, and their size as stored on a device',
    body: packSizeBodySchema,
    answer: picturesSizeSchema,
  },

  cart: {
    method: 'GET',
    path: '/api/cart',
    access: 'account',
    summary: 'The cart of the account',
    answer: cartSchema,
  },
  cartAdd: {
    method: 'POST',
    path: '/api/cart/add',
    access: 'account',
    isIdempotent: true,
    summary: 'Add a design to the cart',
    body: cartAddBodySchema,
    answer: setChangedSchema,
  },
  cartRemove: {
    method: 'POST',
    path: '/api/cart/remove',
    access: 'account',
    isIdempotent: true,
    summary: 'Remove a design from the cart',
    body: productIdBodySchema,
    answer: setChangedSchema,
  },

  wishlist: {
    method: 'GET',
    path: '/api/wishlist',
    access: 'account',
    summary: 'The saved designs of the account',
    answer: wishlistSchema,
  },
  wishlistAdd: {
    method: 'POST',
    path: '/api/wishlist/add',
    access: 'account',
    isIdempotent: true,
    summary: 'Save a design',
    body: wishlistAddBodySchema,
    answer: setChangedSchema,
  },
  wishlistRemove: {
    method: 'DELETE',
    path: '/api/wishlist/remove/{id}',
    access: 'account',
    isIdempotent: true,
    summary: 'Remove a design from the wishlist',
    params: idParams,
    answer: setChangedSchema,
  },

  couponOffer: {
    method: 'GET',
    path: '/api/coupons/{code}',
    access: 'anyone',
    summary: 'What a coupon gives and when it applies',
    params: couponOfferParams,
    answer: couponOfferSchema,
  },
  couponApply: {
    method: 'POST',
    path: '/api/coupons/apply',
    access: 'account',
    summary: 'Apply a coupon to the cart',
    body: applyCouponSchema,
    answer: messageSchema,
  },
  couponRemove: {
    method: 'POST',
    path: '/api/coupons/remove',
    access: 'account',
    summary: 'Remove the coupon from the cart',
    body: removeCouponSchema,
    answer: messageSchema,
  },

  checkout: {
    method: 'POST',
    path: '/api/orders/checkout',
    access: 'approved',
    summary: 'Create an order from the cart',
    body: checkoutSchema,
    answer: checkoutAnswerSchema,
  },
  capturePayment: {
    method: 'POST',
    path: '/api/orders/capture-payment',
    access: 'approved',
    summary: 'Capture the payment of an approved order',
    body: capturePaymentSchema,
    answer: orderSchema,
  },
  orders: {
    method: 'GET',
    path: '/api/orders/user',
    access: 'account',
    summary: 'The orders of the account, newest first',
    query: ordersQuerySchema,
    answer: ordersAnswerSchema,
  },

  changeReceipt: {
    method: 'PUT',
    path: '/api/orders/{orderId}/receipt',
    access: 'account',
    summary: 'Change company, address and tax ID on a receipt, until 30 days after its payment',
    params: v.object({ orderId: idSchema }),
    body: billingSchema,
    answer: orderSchema,
  },
  countSold: {
    method: 'POST',
    path: '/api/orders/count-sold',
    access: 'account',
    isIdempotent: true,
    summary: 'Count items sold under a bought licence; only its buyer sees the number',
    body: countSoldBodySchema,
    answer: countSoldAnswerSchema,
  },

  customRequest: {
    method: 'POST',
    path: '/api/custom-orders',
    access: 'anyone',
    isIdempotent: true,
    bodyType: 'multipart',
    filesField: referenceImagesField,
    summary: 'Send a custom request',
    body: customRequestSchema,
    answer: customRequestAnswerSchema,
  },
  customStatus: {
    method: 'GET',
    path: '/api/custom-orders/status',
    access: 'anyone',
    isCatalogue: true,
    summary: 'Whether custom requests are open',
    answer: customStatusSchema,
  },
  ownRequests: {
    method: 'GET',
    path: '/api/custom-orders/user',
    access: 'account',
    summary: 'The newest custom requests of the account, at most 100',
    answer: ownRequestsSchema,
  },
  ownRequest: {
    method: 'GET',
    path: '/api/custom-orders/user/{id}',
    access: 'account',
    summary: 'One custom request of the account',
    params: idParams,
    answer: ownRequestSchema,
  },
  withdrawRequest: {
    method: 'POST',
    path: '/api/custom-orders/user/{id}/withdraw',
    access: 'account',
    summary: 'Withdraw a custom request; does nothing if it is withdrawn',
    params: idParams,
    answer: ownRequestSchema,
  },
  linkedRequest: {
    method: 'POST',
    path: '/api/custom-orders/link',
    access: 'anyone',
    summary: 'The custom request that a mailed link opens',
    body: requestTokenSchema,
    answer: ownRequestSchema,
  },
  withdrawLinked: {
    method: 'POST',
    path: '/api/custom-orders/link/withdraw',
    access: 'anyone',
    summary: 'Withdraw the request that a mailed link opens; does nothing if it is withdrawn',
    body: requestTokenSchema,
    answer: ownRequestSchema,
  },
  claimRequest: {
    method: 'POST',
    path: '/api/custom-orders/link/claim',
    access: 'account',
    summary:
      'Confirm the account’s e-mail with a mailed link: the account then owns the requests sent with it',
    body: requestTokenSchema,
    answer: ownRequestSchema,
  },
  wantChanges: {
    method: 'POST',
    path: '/api/custom-orders/user/{id}/changes',
    access: 'account',
    summary: 'Ask for changes of a delivered custom design, with marks on its pictures',
    params: idParams,
    body: wantedChangesSchema,
    answer: ownRequestSchema,
  },
  acceptDelivery: {
    method: 'POST',
    path: '/api/custom-orders/user/{id}/acceptance',
    access: 'account',
    summary: 'Accept a delivered custom design; does nothing if it is accepted',
    params: idParams,
    body: acceptanceSchema,
    answer: ownRequestSchema,
  },
  ownThreads: {
    method: 'GET',
    path: '/api/messages',
    access: 'account',
    summary: 'The account’s conversations with the studio, each with its newest messages',
    answer: threadsSchema,
  },
  ownThread: {
    method: 'GET',
    path: '/api/messages/{kind}/{id}',
    access: 'account',
    summary: 'One conversation of the account, about a request, an order or a design',
    params: threadParams,
    query: threadQuerySchema,
    answer: threadSchema,
  },
  linkedThread: {
    method: 'POST',
    path: '/api/messages/link',
    access: 'anyone',
    summary: 'The conversation that a mailed link opens',
    body: linkedThreadSchema,
    answer: threadSchema,
  },
  sendMessage: {
    method: 'POST',
    path: '/api/messages/{kind}/{id}',
    access: 'anyone',
    isIdempotent: true,
    bodyType: 'multipart',
    filesField: referenceImagesField,
    summary:
      'Write to the studio about a request, an order or a design; needs a session, or the token of a mailed link, unless it is a first question about a design',
    params: threadParams,
    body: sentMessageSchema,
    answer: customRequestAnswerSchema,
  },
  customsNews: {
    method: 'PUT',
    path: '/api/custom-orders/news',
    access: 'account',
    summary: 'Subscribe to e-mails when custom requests open, or unsubscribe',
    body: customsNewsSchema,
    answer: customsNewsSchema,
  },
  pushNews: {
    method: 'PUT',
    path: '/api/push-news',
    access: 'account',
    summary:
      'Subscribe a browser to notifications, unsubscribe it, or ask whether it is subscribed',
    body: pushNewsSchema,
    answer: pushNewsAnswerSchema,
  },
  renewPush: {
    method: 'PUT',
    path: '/api/push-news/endpoint',
    access: 'account',
    summary: 'Send notifications to the new endpoint that a browser got from its push service',
    body: renewedPushSchema,
    answer: renewedPushAnswerSchema,
  },

  savedSearches: {
    method: 'GET',
    path: '/api/saved-searches',
    access: 'account',
    summary: 'The saved searches of the account',
    answer: savedSearchesSchema,
  },
  saveSearch: {
    method: 'POST',
    path: '/api/saved-searches',
    access: 'account',
    summary: 'Save a search or a filtered listing; does nothing if it is saved',
    body: newSearchSchema,
    answer: savedSearchesSchema,
  },
  changeSearch: {
    method: 'PUT',
    path: '/api/saved-searches/{id}',
    access: 'account',
    summary: 'Turn the e-mails about a saved search on or off',
    params: idParams,
    body: changeSearchSchema,
    answer: savedSearchesSchema,
  },
  deleteSearch: {
    method: 'DELETE',
    path: '/api/saved-searches/{id}',
    access: 'account',
    summary: 'Delete a saved search',
    params: idParams,
    answer: savedSearchesSchema,
  },
  unsubscribe: {
    method: 'POST',
    path: '/api/saved-searches/unsubscribe',
    access: 'anyone',
    summary: 'End the e-mails about new designs, with the link in one of them',
    body: unsubscribeSchema,
    answer: messageSchema,
  },

  register: {
    method: 'POST',
    path: '/api/users/register',
    access: 'anyone',
    isRepeatable: true,
    summary: 'Create an account',
    body: registerSchema,
    answer: messageSchema,
  },
  login: {
    method: 'POST',
    path: '/api/users/login',
    access: 'anyone',
    summary: 'Sign in',
    body: loginSchema,
    answer: loginAnswerSchema,
  },
  logout: {
    method: 'POST',
    path: '/api/users/logout',
    access: 'account',
    summary: 'End this session',
    answer: messageSchema,
  },
  devices: {
    method: 'GET',
    path: '/api/users/devices',
    access: 'account',
    summary: 'The signed-in devices of the account, the last seen first',
    answer: devicesAnswerSchema,
  },
  renameDevice: {
    method: 'PUT',
    path: '/api/users/devices/{id}',
    access: 'account',
    summary: 'Name a device',
    params: idParams,
    body: renameDeviceSchema,
    answer: devicesAnswerSchema,
  },
  signOutDevice: {
    method: 'DELETE',
    path: '/api/users/devices/{id}',
    access: 'account',
    summary: 'Sign out a device of the account',
    params: idParams,
    answer: devicesAnswerSchema,
  },
  signOutOthers: {
    method: 'POST',
    path: '/api/users/devices/sign-out-others',
    access: 'account',
    summary: 'Sign out all devices of the account except the one that asks',
    answer: devicesAnswerSchema,
  },
  sendOtp: {
    method: 'POST',
    path: '/api/users/send-otp',
    access: 'anyone',
    summary: 'E-mail a one-time code',
    body: sendOtpSchema,
    answer: stepTokenSchema,
  },
  verifyOtp: {
    method: 'POST',
    path: '/api/users/verify-otp',
    access: 'anyone',
    isRepeatable: true,
    summary: 'Exchange a one-time code for a reset token',
    body: verifyOtpSchema,
    answer: stepTokenSchema,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/users/reset-password',
    access: 'anyone',
    isRepeatable: true,
    summary: 'Set a new password',
    body: resetPasswordSchema,
    answer: messageSchema,
  },
  updateUser: {
    method: 'PUT',
    path: '/api/users/update',
    access: 'account',
    isRepeatable: true,
    summary: 'Change the profile',
    body: updateUserSchema,
    answer: messageSchema,
  },
  undoEmailChange: {
    method: 'POST',
    path: '/api/users/undo-email-change',
    access: 'anyone',
    isRepeatable: true,
    summary: 'Undo an e-mail change, with the link sent to the old address',
    body: undoEmailChangeSchema,
    answer: undoEmailChangeAnswerSchema,
  },
  me: {
    method: 'GET',
    path: '/api/users/me',
    access: 'account',
    summary: 'The profile of the account',
    answer: meAnswerSchema,
  },
  updateLicence: {
    method: 'PUT',
    path: '/api/users/update-license-info',
    access: 'account',
    summary: 'Change the licence information',
    body: updateLicenceSchema,
    answer: messageSchema,
  },
  filesNews: {
    method: 'PUT',
    path: '/api/users/me/files-news',
    access: 'account',
    summary: 'Turn the e-mails about new files of bought designs on or off',
    body: filesNewsSchema,
    answer: filesNewsSchema,
  },
  chooseNews: {
    method: 'PUT',
    path: '/api/users/me/news',
    access: 'account',
    summary: 'Ask for news from the studio, which is confirmed with an e-mail, or end it',
    body: chooseNewsSchema,
    answer: newsAnswerSchema,
  },
  yearlyReminder: {
    method: 'PUT',
    path: '/api/users/me/yearly-licence/reminder',
    access: 'account',
    summary: 'Turn the e-mail before the end of the yearly licence on or off',
    body: yearlyReminderSchema,
    answer: yearlyReminderSchema,
  },
  myData: {
    method: 'GET',
    path: '/api/users/me/data',
    access: 'account',
    summary: 'Everything stored about the account',
    answer: accountDataSchema,
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/api/users/me',
    access: 'account',
    summary: 'Delete the account; its orders are kept, anonymised',
    body: deleteAccountSchema,
    answer: messageSchema,
  },

  webhook: {
    method: 'POST',
    path: '/api/payments/webhook',
    access: 'provider',
    summary: "The payment provider's webhook",
    answer: messageSchema,
  },
  health: {
    method: 'GET',
    path: '/api/health',
    access: 'anyone',
    summary:
      'Whether this server runs, and how much room its storage has; UNAVAILABLE while it stops',
    // An older server omits `storage`; a newer page must not reject its answer for that.
    answer: v.object({ status: v.literal('ok'), storage: v.optional(storageHealthSchema) }),
  },
  ready: {
    method: 'GET',
    path: '/api/ready',
    access: 'anyone',
    query: readyQuerySchema,
    summary: 'Whether this server has its database and its files; UNAVAILABLE says what is missing',
    answer: v.object({ status: v.literal('ok') }),
  },
} as const satisfies Record<string, ShopCall>;

export type CallName = keyof typeof calls;

export type CallInput<N extends CallName> = InputOf<(typeof calls)[N]>;

export type CallRequest<N extends CallName> = RequestOf<(typeof calls)[N]>;

export type CallAnswer<N extends CallName> = AnswerOf<(typeof calls)[N]>;

/** The URL path of a call with its parameters filled in, without the host: `/api/products/…`. */
export function callPath(name: CallName, params?: Readonly<Record<string, string>>): string {
  return pathOf(calls[name], params);
}
