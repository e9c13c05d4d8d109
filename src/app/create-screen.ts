import { type ComponentType, createElement, lazy, useState } from 'react';

type Load = () => Promise<{ default: ComponentType }>;

/** Code of a screen that did not arrive: the shop is away, or has other code by now. */
export class MissingCodeError extends Error {
  override readonly name = 'MissingCodeError';
}

/** A part of the shop in a file of its own. */
export interface Screen {
  readonly Component: ComponentType;
  /** Loads the code; from then on the component shows at once. @throws MissingCodeError */
  readonly load: () => Promise<unknown>;
  /** Where its code did not arrive: the next time it is shown it is asked for again. */
  readonly forget: () => void;
}

/**
 * React would show a page that it has to wait for no sooner than 300 ms after the skeleton, however
 * soon the code is there: one that is there already doesn't wait.
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
      throw new MissingCodeError('The code of a screen did not arrive', { cause });
    }
  }

  function chosen(): ComponentType {
    if (loaded) return loaded;
    waiting ??= lazy(load);
    return waiting;
  }

  function Component() {
    // Chosen once a mount: another type for the same page would throw its state away.
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
