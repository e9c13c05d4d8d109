import { UNSAFE_createBrowserHistory as createBrowserHistory, type To } from 'react-router';

/** Gets a navigation that is held; `proceed` makes it after all, unless something else holds it. */
type Hold = (proceed: () => void) => void;

/**
 * The history of a window, for the router, that can hold whatever leads to another path, by a link or by the
 * browser's buttons. React Router's own blocker needs its data routes, an eighth of the studio's first script.
 */
export function createHoldableHistory(browser: Window) {
  const history = createBrowserHistory({ window: browser, v5Compat: true });
  const { push, replace, listen, go } = history;
  const holds = new Set<Hold>();
  /** The path of the page; after the browser's own buttons, the window has another one. */
  let path = history.location.pathname;
  /** The browser's next step, if it is ours: back from a held one, or the held one after all. */
  let expected: 'return' | 'proceed' | null = null;

  /** Asks the newest hold; what proceeds from that asks the others. */
  function isHeld(to: To, proceed: () => void, answered: readonly Hold[] = []): boolean {
    const next = typeof to === 'string' ? to.replace(/[?#].*/, '') : (to.pathname ?? '');
    const hold = [...holds].findLast((one) => !answered.includes(one));
    if (!hold || next === '' || next === path) return false;
    hold(() => {
      if (!isHeld(to, proceed, [...answered, hold])) proceed();
    });
    return true;
  }

  function step(delta: number, as: 'return' | 'proceed'): void {
    expected = as;
    go(delta);
  }

  return Object.assign(history, {
    push(to: To, state?: unknown): void {
      if (!isHeld(to, () => push(to, state))) push(to, state);
    },
    replace(to: To, state?: unknown): void {
      if (!isHeld(to, () => replace(to, state))) replace(to, state);
    },
    /** Calls `show` with each navigation that isn't held. */
    listen: (show: Parameters<typeof listen>[0]) =>
      listen((update) => {
        const { action, location, delta } = update;
        const own = expected;
        expected = null;
        if (own === 'return') return;
        const isStep = action === 'POP' && own === null && delta !== null && delta !== 0;
        if (isStep && isHeld(location, () => step(delta, 'proceed'))) {
          step(-delta, 'return');
          return;
        }
        path = location.pathname;
        show(update);
      }),
    /** Whether something unsaved holds navigations. */
    isHolding: () => holds.size > 0,
    /** Holds navigations until the returned function is called. */
    hold(hold: Hold): () => void {
      holds.add(hold);
      return () => {
        holds.delete(hold);
      };
    },
  });
}
