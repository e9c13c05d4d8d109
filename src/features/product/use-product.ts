import { useLocation } from 'react-router';
import { useCall } from '#api/use-call.ts';
import type { Product } from '#contract/shop/product.ts';
import type { ApiError } from '#contract/wire/api-error.ts';

/** `missing`: the shop has no such design, or no longer; without a signal, as the device last saw it. */
export type ProductState =
  | { readonly status: 'ready'; readonly product: Product }
  | { readonly status: 'loading' }
  | { readonly status: 'missing'; readonly retry: () => void }
  | { readonly status: 'failed'; readonly retry: () => void };

/** The design a card was carrying when it was pressed, to show before the answer is there. */
function carriedProduct(state: unknown, productId: string): Product | undefined {
  const product = (state as { product?: Product } | null)?.product;
  return product?._id === productId ? product : undefined;
}

/** An address that was refused names no design; a busy or broken server says nothing of it. */
function isMissing(error: ApiError | undefined): boolean {
  return error !== undefined && [400, 404, 410, 422].includes(Number(error.status));
}

export function useProduct(productId: string): ProductState {
  const { state } = useLocation();
  const { data, error, status, refetch } = useCall('product', { params: { id: productId } });
  const retry = () => void refetch();
  if (isMissing(error)) return { status: 'missing', retry };
  const product = data?.product ?? carriedProduct(state, productId);
  if (product) return { status: 'ready', product };
  if (status === 'rejected') return { status: 'failed', retry };
  return { status: 'loading' };
}
