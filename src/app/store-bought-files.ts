import { isCheckoutDocument } from '#ui/checkout-border.ts';

/** Stores bought files where their buyer wants it; paying comes first. Returns the stop. */
export function storeBoughtFiles(): () => void {
  let stop = () => {};
  let isStopped = false;
  if (!isCheckoutDocument) {
    import('#features/orders/page-bought-store.ts').then(
      ({ followBoughtFiles }) => {
        if (!isStopped) stop = followBoughtFiles();
      },
      // The next page may have its code.
      () => {},
    );
  }
  return () => {
    isStopped = true;
    stop();
  };
}
