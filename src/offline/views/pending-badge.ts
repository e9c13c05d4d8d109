/** The badge methods of browsers that have them. */
interface BadgeBrowser {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

/** Shows the number of pending changes on the installed app's icon; does nothing in a browser without badges. */
export async function setPendingBadge(
  count: number,
  browser: BadgeBrowser = navigator,
): Promise<void> {
  const update = count > 0 ? browser.setAppBadge?.(count) : browser.clearAppBadge?.();
  // A browser with badges may still refuse one to this shop.
  await update?.catch(() => {});
}
