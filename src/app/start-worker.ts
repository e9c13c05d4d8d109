import { afterPaint } from './after-paint.ts';

/** Starts the service worker once the page has nothing more pressing to do. */
export function startWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  afterPaint(() => void register());
}

async function register(): Promise<void> {
  const { Workbox } = await import('workbox-window');
  await new Workbox(workerUrl()).register();
}

/** The one script address that may become a worker: the policy lets nothing else through. */
function workerUrl(): string {
  const url = '/sw.js';
  const policies = (globalThis as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes;
  if (!policies) return url;
  const policy = policies.createPolicy('pinwheel-worker', { createScriptURL: () => url });
  // Workbox takes the trusted form and only types it as a text.
  return policy.createScriptURL(url) as unknown as string;
}

interface TrustedTypePolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ): { createScriptURL(text: string): object };
}
