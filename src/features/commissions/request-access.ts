import type { OwnRequest } from '#contract/shop/own-request.ts';

/** How a request is reached: from its account, or with the link that was mailed. */
export interface RequestAccess {
  readonly kind: 'account' | 'link';
  /** Of the mailed link; null for the account. */
  readonly token: string | null;
  /** The path of its page, to come back to after signing in. */
  readonly path: string;
  readonly withdraw: () => Promise<unknown>;
  /** @throws if the picture can't be loaded */
  readonly loadPicture: (pictureId: string) => Promise<Blob>;
  /** Shows the request as it is now. */
  readonly refresh: () => Promise<unknown>;
}

/** What each part of a request's page gets. */
export interface ShownRequest {
  readonly request: OwnRequest;
  readonly access: RequestAccess;
}

/** What each part of a delivered design gets. */
export interface ShownDelivery extends ShownRequest {
  readonly delivery: NonNullable<OwnRequest['delivery']>;
}
