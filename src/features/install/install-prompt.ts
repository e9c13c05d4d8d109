/** The browser's install prompt, where it has one; missing from TypeScript's library. */
export interface InstallPrompt extends Event {
  /** Asks the buyer; works once per prompt. */
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

let saved: InstallPrompt | null = null;

/** Saves the browser's install prompt for later. The event fires once, possibly before the shop has rendered. */
export function saveInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    saved = event as InstallPrompt;
  });
}

/** The current prompt, and a subscription to the next. */
export const installPrompt = {
  read: (): InstallPrompt | null => saved,
  subscribe(listener: () => void): () => void {
    addEventListener('beforeinstallprompt', listener);
    return () => removeEventListener('beforeinstallprompt', listener);
  },
};
