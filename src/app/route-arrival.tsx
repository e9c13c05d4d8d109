import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { announce } from '#ui/announcer.tsx';
import { isFirstView } from './scroll-memory.ts';

/** Stands behind each page: when it appears after a change of screen, its heading takes the focus and its title is read out. */
export function RouteArrival() {
  const { pathname } = useLocation();
  const arrived = useRef('');
  useEffect(() => {
    if (arrived.current === pathname) return;
    arrived.current = pathname;
    if (isFirstView()) return;
    const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
    announce(document.title);
  }, [pathname]);
  return null;
}
