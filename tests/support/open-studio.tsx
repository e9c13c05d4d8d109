import '#styles/tokens.css';
import '#styles/base.css';
import '#studio/app/studio.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import type { StudioUser } from '#contract/studio/account.ts';
import type { StudioCallName } from '#contract/studio/calls.ts';
import { studioSession } from '#studio/api/studio-session.ts';
import { answers } from '#studio/api/use-answer.ts';
import { ErrorBoundary } from '#studio/app/error-boundary.tsx';
import { Router } from '#studio/app/router.tsx';
import { studioHistory } from '#studio/ui/studio-history.ts';
import { removeToasts } from './shown-toasts.ts';
import { type SavedStudio, type StudioAtFetch, studioAtFetch } from './studio-at-fetch.ts';

interface World {
  /** Below /studio. */
  readonly path: string;
  readonly saved?: Partial<SavedStudio>;
  readonly user?: Partial<StudioUser>;
  /** Changes the studio before the page asks for anything. */
  readonly prepare?: (studio: StudioAtFetch) => void;
}

interface OpenStudio extends StudioAtFetch {
  /** Who is signed in. */
  readonly user: StudioUser;
  /** Resolves once the page has made a call again. */
  asked(name: StudioCallName, act: () => unknown): Promise<void>;
  /** Shows another screen as a new document would: rendered from nothing. */
  goto(path: string): void;
}

/** Renders the studio at a path, with its real router and client; `fetch` is answered by a studio in the document. */
export function openStudio({ path, saved = {}, user: part, prepare }: World): OpenStudio {
  const user: StudioUser = {
    email: 'mia@studio.example',
    name: 'Mia',
    role: 'owner',
    recoveryCodesLeft: 10,
    ...part,
  };
  const studio = studioAtFetch(user, saved);
  prepare?.(studio);
  const browserFetch = globalThis.fetch;
  globalThis.fetch = studio.fetch;
  document.documentElement.lang = 'en';
  let close = render(path);
  const leave = () => {
    close();
    answers.clear();
    studioSession.setState(studioSession.getInitialState());
  };
  onTestFinished(async () => {
    leave();
    removeToasts();
    globalThis.fetch = browserFetch;
    await page.viewport(1440, 900);
  });
  return {
    ...studio,
    user,
    async asked(name, act) {
      const count = () => studio.sent.filter((call) => call.name === name).length;
      const before = count();
      await act();
      await expect.poll(count).toBeGreaterThan(before);
    },
    goto(next) {
      leave();
      close = render(next);
    },
  };
}

/** Returns how to remove what was rendered. */
function render(path: string): () => void {
  history.replaceState({ idx: 0 }, '', `/studio${path}`);
  // The studio's history learns where the page is now, as after Back or Forward.
  const stopListening = studioHistory.listen(() => {});
  dispatchEvent(new PopStateEvent('popstate'));
  stopListening();
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  root.render(
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={answers}>
          <Router />
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>,
  );
  return () => {
    root.unmount();
    element.remove();
  };
}

/** Resolves once the screen has its heading, and nothing of it is still loading. */
export async function screenShown(): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(page.getByText('Loading…')).toHaveLength(0);
  await expect.poll(() => document.querySelector('main [class*="_skeleton_"]')).toBe(null);
}

/** A link of the studio's menu. */
export function menuLink(name: string) {
  return page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name });
}

/** What a tab does when it becomes visible again. */
export function comeBack(): void {
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}
