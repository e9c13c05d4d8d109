/** The browser's install prompt, where it has one; missing from TypeScript's library. */
export interface InstallPrompt extends Event {
  /** Asks the buyer; works once per prompt. */
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

let kept: InstallPrompt | null = null;

/** Saves the browser's install prompt for later. The event fires once, possibly before the shop has rendered. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    kept = event as InstallPrompt;
  });
}

/** The current prompt, and a subscription to the next. */
export const installPrompt = {
  read: (): InstallPrompt | null => kept,
  subscribe(listener: () => void): () => void {
    addEventListener('beforeinstallprompt', listener);
    return () => removeEventListener('beforeinstallprompt', listener);
  },
};
