import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { announce } from '#ui/announcer.tsx';
import { isFirstView, isFreshDocument } from './scroll-memory.ts';

/**
 * Stands behind each page: when it appears after a change of screen, its heading takes the focus
 * and its title is read out. Where the address names a section of it, the section does, in view.
 */
export function RouteArrival() {
  const location = useLocation();
  const arrived = useRef('');
  useEffect(() => {
    const { pathname, hash } = location;
    const section = document.getElementById(hash.slice(1));
    const isNewScreen = arrived.current !== pathname;
    arrived.current = pathname;
    if (!isNewScreen && !section) return;
    if (section && (!isFirstView() || isFreshDocument())) section.scrollIntoView();
    if (isFirstView()) return;
    const heading = (section ?? document).querySelector<HTMLElement>(section ? 'h2' : 'main h1');
    const target = heading ?? section ?? document.querySelector('main');
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
    if (isNewScreen) announce(document.title);
  }, [location]);
  return null;
}
