/**
 * Moves the focus to the next item of a list when the focused item is about to be removed, for keyboard
 * users. Call it before the removal; does nothing if the item doesn't have the focus.
 */
export function focusBeside(item: HTMLElement | null): void {
  if (!item?.contains(document.activeElement)) return;
  const next = item.nextElementSibling ?? item.previousElementSibling;
  const target = next?.querySelector<HTMLElement>('button:last-of-type') ?? null;
  (target ?? document.getElementById('main'))?.focus({ preventScroll: true });
}
