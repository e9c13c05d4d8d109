import * as v from 'valibot';
import { idSchema, messageSchema } from '../wire/fields.ts';
import {
  deleteAccountSchema,
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
import { cartSchema, productIdBodySchema, setChangedSchema } from './cart.ts';
import { applyCouponSchema, removeCouponSchema } from './coupon.ts';
import {
  customRequestAnswerSchema,
  customRequestSchema,
  customStatusSchema,
  customsNewsSchema,
  referenceImagesField,
} from './custom-request.ts';
import { licenceTextsEntries } from './licence-text.ts';
import {
  capturePaymentSchema,
  checkoutAnswerSchema,
  checkoutSchema,
  orderSchema,
  ordersAnswerSchema,
  ordersQuerySchema,
} from './order.ts';
import {
  changesQuerySchema,
  changesSchema,
  featuredImagesSchema,
  filterOptionsSchema,
  filterQuerySchema,
  galleryPicturesSchema,
  productListSchema,
  productPageSchema,
  productSchema,
  searchPageSchema,
  searchQuerySchema,
  snapshotSchema,
  suggestionsSchema,
  suggestQuerySchema,
} from './product.ts';
import { pushNewsAnswerSchema, pushNewsSchema } from './push-news.ts';
import { storageHealthSchema } from './storage.ts';
import { shopSettingsSchema } from './studio.ts';
import { wishlistSchema } from './wishlist.ts';

type Schema = v.GenericSchema;
type EntriesSchema = v.GenericSchema<Record<string, unknown>>;

/**
 * Who may call. `anyone`; `account`: signed in; `approved`: signed in and approved; `provider`: the payment
 * provider, by its signature.
 */
export type Access = 'anyone' | 'account' | 'approved' | 'provider';

/** One call of the API. Paths are relative to `/api`; `{name}` is a path parameter that holds an id. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  /** Schema of the path parameters. */
  readonly params?: EntriesSchema;
  /** Schema of the query string: takes texts, returns parsed values. */
  readonly query?: EntriesSchema;
  readonly body?: EntriesSchema;
  /** The encoding of the body; default `json`. */
  readonly bodyType?: 'json' | 'multipart';
  /** The field name under which a multipart body carries its files, each in a part of its own. */
  readonly filesField?: string;
  readonly answer: Schema;
  /** Sent by the outbox with an `Idempotency-Key`. Repeating the key has no further effect. */
  readonly isIdempotent?: true;
  /** The answer is the same for everyone and comes from the catalogue replica. Worker and caches may store it. */
  readonly isCatalogue?: true;
}

/** Checks that an entry is a Call but keeps its own type. */
function call<const C extends Call>(entry: C): C {
  return entry;
}

const idParams = v.object({ id: idSchema });

/** Every call of the shop. Router, validation, client, OpenAPI document and permission tests are all derived from this table. */
export const calls = {
  filterOptions: call({
    method: 'GET',
    path: '/products/filter-options',
    access: 'anyone',
    isCatalogue: true,
    summary: 'Categories, designers and price range',
    answer: filterOptionsSchema,
  }),
  productsFilter: call({
    method: 'GET',
    path: '/products/filter',
    access: 'anyone',
    isCatalogue: true,
    summary: 'A filtered, sorted page of designs',
    query: filterQuerySchema,
    answer: productPageSchema,
  }),
  products: call({
    method: 'GET',
    path: '/products',
    access: 'anyone',
    isCatalogue: true,
    summary: 'All published designs, newest first: the snapshot',
    answer: snapshotSchema,
  }),
  productsSearch: call({
    method: 'GET',
    path: '/products/search',
    access: 'anyone',
    isCatalogue: true,
    summary: 'Designs that match words, best match first',
    query: searchQuerySchema,
    answer: searchPageSchema,
  }),
  productsSuggest: call({
    method: 'GET',
    path: '/products/suggest',
    access: 'anyone',
    isCatalogue: true,
    summary: 'Designs, words and categories for a text that is being typed',
    query: suggestQuerySchema,
    answer: suggestionsSchema,
  }),
  productsBestSelling: call({
    method: 'GET',
    path: '/products/best-selling',
    access: 'anyone',
    isCatalogue: true,
    summary: 'The most sold designs',
    query: searchQuerySchema,
    answer: productPageSchema,
  }),
  productsNewArrivals: call({
    method: 'GET',
    path: '/products/new-arrivals',
    access: 'anyone',
    isCatalogue: true,
    summary: 'The newest designs',
    answer: productListSchema,
  }),
  productsChanges: call({
    method: 'GET',
    path: '/products/changes',
    access: 'anyone',
    isCatalogue: true,
    summary: 'What changed in the catalogue since a cursor',
    query: changesQuerySchema,
    answer: changesSchema,
  }),
  product: call({
    method: 'GET',
    path: '/products/{id}',
    access: 'anyone',
    isCatalogue: true,
    summary: 'One design',
    params: idParams,
    answer: v.object({ product: productSchema }),
  }),
  featuredImages: call({
    method: 'GET',
    path: '/featured-images',
    access: 'anyone',
    isCatalogue: true,
    summary: 'Pictures of the Show Us carousel',
    answer: featuredImagesSchema,
  }),
  licenceTexts: call({
    method: 'GET',
    path: '/licence-texts',
    access: 'anyone',
    isCatalogue: true,
    summary: 'The licence texts in force',
    answer: v.object(licenceTextsEntries),
  }),
  shopSettings: call({
    method: 'GET',
    path: '/shop-settings',
    access: 'anyone',
    isCatalogue: true,
    summary: 'Brand, designers and payment set-up',
    answer: shopSettingsSchema,
  }),
  galleryPictures: call({
    method: 'GET',
    path: '/gallery-pictures',
    access: 'anyone',
    summary: 'How many pictures all galleries have, and their bytes as a device stores them',
    answer: galleryPicturesSchema,
  }),

  cart: call({
    method: 'GET',
    path: '/cart',
    access: 'account',
    summary: 'The cart of the account',
    answer: cartSchema,
  }),
  cartAdd: call({
    method: 'POST',
    path: '/cart/add',
    access: 'account',
    isIdempotent: true,
    summary: 'Put a design in the cart',
    body: productIdBodySchema,
    answer: setChangedSchema,
  }),
  cartRemove: call({
    method: 'POST',
    path: '/cart/remove',
    access: 'account',
    isIdempotent: true,
    summary: 'Take a design out of the cart',
    body: productIdBodySchema,
    answer: setChangedSchema,
  }),

  wishlist: call({
    method: 'GET',
    path: '/wishlist',
    access: 'account',
    summary: 'The saved designs of the account',
    answer: wishlistSchema,
  }),
  wishlistAdd: call({
    method: 'POST',
    path: '/wishlist/add',
    access: 'account',
    isIdempotent: true,
    summary: 'Save a design',
    body: productIdBodySchema,
    answer: setChangedSchema,
  }),
  wishlistRemove: call({
    method: 'DELETE',
    path: '/wishlist/remove/{id}',
    access: 'account',
    isIdempotent: true,
    summary: 'Take a design off the wishlist',
    params: idParams,
    answer: setChangedSchema,
  }),

  couponApply: call({
    method: 'POST',
    path: '/coupons/apply',
    access: 'account',
    summary: 'Apply a coupon to the cart',
    body: applyCouponSchema,
    answer: messageSchema,
  }),
  couponRemove: call({
    method: 'POST',
    path: '/coupons/remove',
    access: 'account',
    summary: 'Take the coupon off the cart',
    body: removeCouponSchema,
    answer: messageSchema,
  }),

  checkout: call({
    method: 'POST',
    path: '/orders/checkout',
    access: 'approved',
    summary: 'Create an order from the cart',
    body: checkoutSchema,
    answer: checkoutAnswerSchema,
  }),
  capturePayment: call({
    method: 'POST',
    path: '/orders/capture-payment',
    access: 'approved',
    summary: 'Capture the payment of an approved order',
    body: capturePaymentSchema,
    answer: orderSchema,
  }),
  orders: call({
    method: 'GET',
    path: '/orders/user',
    access: 'account',
    summary: 'The orders of the account, newest first',
    query: ordersQuerySchema,
    answer: ordersAnswerSchema,
  }),

  customRequest: call({
    method: 'POST',
    path: '/custom-orders',
    access: 'anyone',
    isIdempotent: true,
    bodyType: 'multipart',
    filesField: referenceImagesField,
    summary: 'Ask for a custom design',
    body: customRequestSchema,
    answer: customRequestAnswerSchema,
  }),
  customStatus: call({
    method: 'GET',
    path: '/custom-orders/status',
    access: 'anyone',
    isCatalogue: true,
    summary: 'Whether the studio takes custom requests',
    answer: customStatusSchema,
  }),
  customsNews: call({
    method: 'PUT',
    path: '/custom-orders/news',
    access: 'account',
    summary: 'Be mailed when customs open, or no longer',
    body: customsNewsSchema,
    answer: customsNewsSchema,
  }),
  pushNews: call({
    method: 'PUT',
    path: '/push-news',
    access: 'account',
    summary: 'Be notified of something on a browser, or no longer; or ask whether it is so',
    body: pushNewsSchema,
    answer: pushNewsAnswerSchema,
  }),

  register: call({
    method: 'POST',
    path: '/users/register',
    access: 'anyone',
    summary: 'Open an account',
    body: registerSchema,
    answer: messageSchema,
  }),
  login: call({
    method: 'POST',
    path: '/users/login',
    access: 'anyone',
    summary: 'Sign in',
    body: loginSchema,
    answer: loginAnswerSchema,
  }),
  logout: call({
    method: 'POST',
    path: '/users/logout',
    access: 'account',
    summary: 'End this session',
    answer: messageSchema,
  }),
  sendOtp: call({
    method: 'POST',
    path: '/users/send-otp',
    access: 'anyone',
    summary: 'Mail a one-time code',
    body: sendOtpSchema,
    answer: stepTokenSchema,
  }),
  verifyOtp: call({
    method: 'POST',
    path: '/users/verify-otp',
    access: 'anyone',
    summary: 'Trade a one-time code for a reset token',
    body: verifyOtpSchema,
    answer: stepTokenSchema,
  }),
  resetPassword: call({
    method: 'POST',
    path: '/users/reset-password',
    access: 'anyone',
    summary: 'Set a new password',
    body: resetPasswordSchema,
    answer: messageSchema,
  }),
  updateUser: call({
    method: 'PUT',
    path: '/users/update',
    access: 'account',
    summary: 'Change the profile',
    body: updateUserSchema,
    answer: messageSchema,
  }),
  undoEmailChange: call({
    method: 'POST',
    path: '/users/undo-email-change',
    access: 'anyone',
    summary: 'Restore the e-mail before a change, with the link that was mailed there',
    body: undoEmailChangeSchema,
    answer: undoEmailChangeAnswerSchema,
  }),
  me: call({
    method: 'GET',
    path: '/users/me',
    access: 'account',
    summary: 'The profile of the account',
    answer: meAnswerSchema,
  }),
  updateLicence: call({
    method: 'PUT',
    path: '/users/update-license-info',
    access: 'account',
    summary: 'Change the licence information',
    body: updateLicenceSchema,
    answer: messageSchema,
  }),
  myData: call({
    method: 'GET',
    path: '/users/me/data',
    access: 'account',
    summary: 'Everything that is kept about the account',
    answer: accountDataSchema,
  }),
  deleteAccount: call({
    method: 'DELETE',
    path: '/users/me',
    access: 'account',
    summary: 'Delete the account; its orders stay, without a name',
    body: deleteAccountSchema,
    answer: messageSchema,
  }),

  webhook: call({
    method: 'POST',
    path: '/payments/webhook',
    access: 'provider',
    summary: "The payment provider's notices",
    answer: messageSchema,
  }),
  health: call({
    method: 'GET',
    path: '/health',
    access: 'anyone',
    summary:
      'Whether the database answers, and how much room the storage has; UNAVAILABLE while the server stops',
    // An older server omits `storage`; a newer page must not reject its answer for that.
    answer: v.object({ status: v.literal('ok'), storage: v.optional(storageHealthSchema) }),
  }),
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;

type Output<S> = S extends v.GenericSchema ? v.InferOutput<S> : undefined;
type Input<S> = S extends v.GenericSchema ? v.InferInput<S> : undefined;
type Part<C, K extends string> = C extends Record<K, infer S> ? S : undefined;

/** What the handler of a call gets: the parsed parts of the request. */
export type InputOf<C> = {
  readonly params: Output<Part<C, 'params'>>;
  readonly query: Output<Part<C, 'query'>>;
  readonly body: Output<Part<C, 'body'>>;
};

/** What the client passes to a call, before parsing. Only the parts that the call has. */
export type RequestOf<C> = {
  [K in 'params' | 'query' | 'body' as Part<C, K> extends undefined ? never : K]: Input<Part<C, K>>;
};

export type CallInput<N extends CallName> = InputOf<(typeof calls)[N]>;

export type CallRequest<N extends CallName> = RequestOf<(typeof calls)[N]>;

export type CallAnswer<N extends CallName> = v.InferOutput<(typeof calls)[N]['answer']>;

/** Base path of every call. */
export const apiBase = '/api';

/** The URL path of a call with its parameters filled in, without the host: `/api/products/…`. */
export function callPath(name: CallName, params: Readonly<Record<string, string>> = {}): string {
  return (
    apiBase +
    calls[name].path.replace(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(params[key] ?? ''),
    )
  );
}
