import { isCheckoutDocument } from '#ui/checkout-border.ts';

/** Stores bought files if the buyer turned that on, but not in the checkout. Returns a function that stops it. */
export function storeBoughtFiles(): () => void {
  let stop = () => {};
  let isStopped = false;
  if (!isCheckoutDocument) {
    import('#features/orders/page-bought-file-storage.ts').then(
      ({ followBoughtFiles }) => {
        if (!isStopped) stop = followBoughtFiles();
      },
      // The next page load tries again.
      () => {},
    );
  }
  return () => {
    isStopped = true;
    stop();
  };
}
