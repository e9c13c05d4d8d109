import { type ComponentType, createElement, lazy, useState } from 'react';

type Load = () => Promise<{ default: ComponentType }>;

/** The code of a screen couldn't be loaded: the shop is unreachable or has a newer build. */
export class MissingCodeError extends Error {
  override readonly name = 'MissingCodeError';
}

/** A page of the shop whose code is in a chunk of its own. */
export interface Screen {
  readonly Component: ComponentType;
  /** Loads the code; afterwards the component renders at once. @throws MissingCodeError */
  readonly load: () => Promise<unknown>;
  /** After a failed load: the code is requested again the next time the screen is shown. */
  readonly forget: () => void;
}

/**
 * Wraps a lazy page. React keeps a Suspense fallback on screen for at least 300 ms, however soon the code
 * arrives, so a page whose code is already loaded is rendered without Suspense.
 */
export function createScreen(file: Load): Screen {
  let loaded: ComponentType | null = null;
  let waiting: ComponentType | null = null;

  async function load(): Promise<{ default: ComponentType }> {
    try {
      const page = await file();
      loaded = page.default;
      return page;
    } catch (cause) {
      throw new MissingCodeError('A screen’s code couldn’t be loaded', { cause });
    }
  }

  function chosen(): ComponentType {
    if (loaded) return loaded;
    waiting ??= lazy(load);
    return waiting;
  }

  function Component() {
    // Chosen once per mount, because a change of type would discard the page's state.
    const [Page] = useState<ComponentType>(chosen);
    return createElement(Page);
  }

  return {
    Component,
    load,
    forget: () => {
      waiting = null;
    },
  };
}
