import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { announce } from '#ui/announcer.tsx';
import { isFirstView, isFreshDocument } from './scroll-memory.ts';

function focusOn(element: HTMLElement): void {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** The section that the URL's hash names. `#main` is the skip link's target, not a section. */
function sectionOf(hash: string): HTMLElement | null {
  return hash === '#main' ? null : document.getElementById(hash.slice(1));
}

/**
 * Focuses the screen's heading and announces its title. If both depend on data, the screen itself has the
 * focus until they appear. Returns a function that stops waiting.
 */
function arriveAt(main: HTMLElement): () => void {
  const arrive = () => {
    const heading = main.querySelector('h1');
    if (!heading) return false;
    // Doesn't take the focus back if the buyer has moved on.
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
 * Rendered after each page; announces a change of screen. If the URL's hash names a section, scrolls to it
 * and focuses its heading.
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
