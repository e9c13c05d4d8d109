/** The browser's offer to install, where it makes one; TypeScript's library doesn't have it. */
export interface InstallPrompt extends Event {
  /** Asks the buyer; once for each offer. */
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

let kept: InstallPrompt | null = null;

/** Keeps the browser's offer until the shop makes it. It comes once, maybe before the shop stands. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    kept = event as InstallPrompt;
  });
}

/** The offer as it stands, and how to hear of another. */
export const installPrompt = {
  read: (): InstallPrompt | null => kept,
  subscribe(listener: () => void): () => void {
    addEventListener('beforeinstallprompt', listener);
    return () => removeEventListener('beforeinstallprompt', listener);
  },
};
