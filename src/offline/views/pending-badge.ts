/** What a browser that has badges offers. */
interface BadgeBrowser {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

/** Shows on the installed app's icon how many changes wait to be sent; where there is no badge, nothing. */
export async function setPendingBadge(
  count: number,
  browser: BadgeBrowser = navigator,
): Promise<void> {
  const told = count > 0 ? browser.setAppBadge?.(count) : browser.clearAppBadge?.();
  // A browser that has badges may still not let this shop have one.
  await told?.catch(() => {});
}
