/** How many designs are in the cart. */
export function useCartCount(): number {
  return 0;
}
