import { useLocation } from 'react-router';
import { useCall } from '#api/use-call.ts';
import type { Product } from '#contract/shop/product.ts';
import type { ApiError } from '#contract/wire/api-error.ts';

/** `missing`: the shop doesn't have the design (any more); offline, according to what the device saved last. */
export type ProductState =
  | { readonly status: 'ready'; readonly product: Product }
  | { readonly status: 'loading' }
  | { readonly status: 'missing'; readonly retry: () => void }
  | { readonly status: 'failed'; readonly retry: () => void };

/** The design that the pressed card passed along, shown until the answer arrives. */
function carriedProduct(state: unknown, productId: string): Product | undefined {
  const product = (state as { product?: Product } | null)?.product;
  return product?._id === productId ? product : undefined;
}

/** A refused address names no design; a busy or failing server says nothing about it. */
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
