/**
 * Whoever takes items out of a list by keyboard goes on at the next one. Call it before the item is
 * gone; without the focus in it nothing happens.
 */
export function focusBeside(item: HTMLElement | null): void {
  if (!item?.contains(document.activeElement)) return;
  const next = item.nextElementSibling ?? item.previousElementSibling;
  const target = next?.querySelector<HTMLElement>('button:last-of-type') ?? null;
  (target ?? document.getElementById('main'))?.focus({ preventScroll: true });
}
