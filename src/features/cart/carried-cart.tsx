import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { shopClient } from '#api/shop-client.ts';
import { type CarriedLists, carriedIn } from '#contract/shop/carried-lists.ts';
import type { Product } from '#contract/shop/product.ts';
import { counted } from '#contract/wire/counted.ts';
import { device } from '#offline/open-device.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import styles from './carried-cart.module.css';

/** As many ids as fit the query of `productsChosen`. */
const askedAtOnce = 50;

/** Adds the designs that are still sold; those that are there already change nothing. */
async function addCarried(lists: CarriedLists): Promise<void> {
  const ids = [...new Set([...lists.cart, ...lists.wishlist])];
  const products: Product[] = [];
  for (let from = 0; from < ids.length; from += askedAtOnce) {
    const query = { ids: ids.slice(from, from + askedAtOnce).join(',') };
    products.push(...(await shopClient.request('productsChosen', { query })).products);
  }
  const found = (list: readonly string[]) =>
    list.flatMap((id) => products.find(({ _id }) => _id === id) ?? []);
  const inCart = new Set(
    device()
      .cart()
      .lines.map(({ productId }) => productId),
  );
  const wished = new Set(
    device()
      .wishlist()
      .lines.map(({ productId }) => productId),
  );
  for (const product of found(lists.cart)) {
    if (!inCart.has(product._id)) await device().addToCart(product);
  }
  for (const product of found(lists.wishlist)) {
    if (!wished.has(product._id)) await device().wish(product);
  }
}

function textOf({ cart, wishlist }: CarriedLists): string {
  const parts = [
    cart.length > 0 && `${counted(cart.length, 'design')} for your cart`,
    wishlist.length > 0 && `${counted(wishlist.length, 'design')} for your wishlist`,
  ].filter((part) => part !== false);
  return new Intl.ListFormat('en').format(parts);
}

/** Offers what the address carries from another browser; or else, in an app without a cart, takes such an address. */
export default function CarriedCart() {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [isAdding, setAdding] = useState(false);
  const [pasted, setPasted] = useState('');
  const [error, setError] = useState('');
  const lists = carriedIn(hash);
  // The address carries once: a reload must not bring back what was removed since.
  const leave = () => void navigate({ hash: '' }, { replace: true });

  async function add(carried: CarriedLists): Promise<void> {
    if (isAdding) return;
    setAdding(true);
    try {
      await addCarried(carried);
      toast.success('Your designs are here');
      leave();
    } catch {
      toast.error('The designs couldn’t be added. Please try again when you’re connected.');
    } finally {
      setAdding(false);
    }
  }

  if (lists) {
    return (
      <section className={styles.box} aria-labelledby="carried">
        <h2 id="carried">From your other browser</h2>
        <p>This link brings {textOf(lists)}.</p>
        <div className="row-2">
          <Button aria-busy={isAdding} onClick={() => void add(lists)}>
            Add them
          </Button>
          <Button variant="quiet" onClick={leave}>
            Not now
          </Button>
        </div>
      </section>
    );
  }
  return (
    <form
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault();
        const found = carriedIn(pasted);
        setError(found ? '' : 'Paste the whole link that you copied in Safari.');
        if (found) void add(found);
      }}
    >
      <TextField
        label="Cart from Safari"
        hint="The app can’t see it by itself. In Safari, press “Copy my cart”, then paste the link here. Or sign in at both places."
        value={pasted}
        onChange={setPasted}
        error={error}
        autoComplete="off"
        spellCheck={false}
      />
      <div className="row-2">
        <Button type="submit" variant="paper" aria-busy={isAdding}>
          Bring it here
        </Button>
      </div>
    </form>
  );
}
