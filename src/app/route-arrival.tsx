import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { announce } from '#ui/announcer.tsx';
import { isFirstView, isFreshDocument } from './scroll-memory.ts';

function focusOn(element: HTMLElement): void {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** The part of the screen that the address names. `#main` is the way past the header, and no part. */
function sectionOf(hash: string): HTMLElement | null {
  return hash === '#main' ? null : document.getElementById(hash.slice(1));
}

/**
 * The screen's heading takes the focus and its title is read out. Where both come with its data,
 * the screen itself has the focus until they are there. Returns what stops the wait.
 */
function arriveAt(main: HTMLElement): () => void {
  const arrive = () => {
    const heading = main.querySelector('h1');
    if (!heading) return false;
    // Whoever went on meanwhile is not called back.
    if (main.contains(document.activeElement)) focusOn(heading);
    announce(document.title);
    return true;
  };
  focusOn(main);
  if (arrive()) return () => {};
  const observer = new MutationObserver(() => {
    if (arrive()) observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/**
 * Stands behind each page and tells of a change of screen. Where the address names a section of
 * it, the section's heading has the focus, in view.
 */
export function RouteArrival() {
  const location = useLocation();
  const arrived = useRef('');
  useEffect(() => {
    const { pathname, hash } = location;
    const section = sectionOf(hash);
    const isNewScreen = arrived.current !== pathname;
    arrived.current = pathname;
    if (section && (!isFirstView() || isFreshDocument())) section.scrollIntoView();
    if (isFirstView()) return undefined;
    if (section) {
      focusOn(section.querySelector('h2') ?? section);
      if (isNewScreen) announce(document.title);
      return undefined;
    }
    const main = document.querySelector('main');
    return isNewScreen && main ? arriveAt(main) : undefined;
  }, [location]);
  return null;
}
