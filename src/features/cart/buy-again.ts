import { session } from '#api/session.ts';
import { shopClient } from '#api/shop-client.ts';
import type { Product } from '#contract/shop/product.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { device } from '#offline/open-device.ts';
import { unsentNote } from '#offline/views/unsent-note.ts';
import { toast } from '#ui/toast.ts';
import { addFailures, noteAddPlace } from './add-to-cart.ts';
import { againNote, againProblem, type BoughtBefore } from './again-words.ts';
import { removeFromCart } from './remove-from-cart.ts';

/** Puts a bought design into the cart again, for another licence of the account's kind (OP-22), with Undo. */
export async function buyAgain(item: BoughtBefore): Promise<void> {
  const { productId, productName } = item;
  if (isInCart(productId)) {
    toast.blank(`“${productName}” is already in your cart.`);
    return;
  }
  const product = await currentDesign(item);
  if (!product) return;
  const licenseType = session.getState().user?.licenseType ?? item.licenseType;
  const problem = againProblem(product, licenseType);
  if (problem !== null) {
    toast.error(problem);
    return;
  }
  try {
    const opId = await device().addToCart(product);
    noteAddPlace(opId, 'details');
    const details = [againNote(item, product, licenseType), unsentNote(device().cart())];
    toast.success(`“${product.title}” is in your cart, for another licence`, {
      id: opId,
      detail: details.filter((detail) => detail !== null).join(' ') || null,
      action: { label: 'Undo', onPress: () => void removeFromCart(productId) },
    });
  } catch {
    toast.error(addFailures.details);
  }
}

const isInCart = (productId: string) =>
  device()
    .cart()
    .lines.some((line) => line.productId === productId);

/** The design as the shop, or without it the device, has it now. Null after saying why there is none. */
async function currentDesign({ productId, productName }: BoughtBefore): Promise<Product | null> {
  try {
    return (await shopClient.request('product', { params: { id: productId } })).product;
  } catch (error) {
    const isGone = error instanceof ApiError && [404, 410].includes(Number(error.status));
    toast.error(
      isGone
        ? `“${productName}” is no longer sold. The files you bought stay yours.`
        : `“${productName}” isn’t saved on this device, and the shop can’t be reached. Please try again later.`,
    );
    return null;
  }
}
